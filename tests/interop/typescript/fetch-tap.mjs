// A `fetch` that records what passes through it.

import assert from "node:assert/strict";

/**
 * `fetch` to hand to the client, and what it has seen: `requests`, each with its HTTP side, and `travelled`, the
 * messages of both sides in order as `{from, message}`. A message stands there before the client receives it. A
 * request's `end` resolves to "whole" when the response has been read to its end, or to "cut" when the client gave up
 * before that.
 */
export function tapFetch() {
  const tap = { requests: [], travelled: [], fetch: (url, init) => exchange(tap, url, init) };
  return tap;
}

async function exchange(tap, url, init) {
  const headers = new Headers(init.headers);
  const request = { method: init.method, headers, message: JSON.parse(init.body), received: [] };
  let end;
  request.end = new Promise((resolve) => (end = resolve));
  init.signal.addEventListener("abort", () => end("cut"));
  tap.requests.push(request);
  tap.travelled.push({ from: "client", message: request.message });
  const receive = (message) => {
    request.received.push(message);
    tap.travelled.push({ from: "server", message });
  };

  const response = await fetch(url, init);
  request.status = response.status;
  request.type = response.headers.get("content-type");
  request.session = response.headers.get("mcp-session-id");
  const decoder = request.type === "text/event-stream" ? eventsDecoder(receive) : bodyDecoder(receive);
  const record = new TransformStream({
    transform(chunk, controller) {
      decoder.push(chunk);
      controller.enqueue(chunk);
    },
    flush() {
      decoder.end();
      end("whole");
    },
  });
  // A notification is answered without a body.
  if (response.body === null) end("whole");
  return new Response(response.body?.pipeThrough(record) ?? null, response);
}

function bodyDecoder(receive) {
  const text = strictText();
  return {
    push: text.push,
    end() {
      const whole = text.end();
      if (whole !== "") receive(JSON.parse(whole));
    },
  };
}

// Comments keep a stream alive; beyond those and `data` an event of the server needs no field.
function eventsDecoder(receive) {
  const text = strictText();
  const takeEvents = () => {
    const events = text.take("\n\n");
    for (const event of events) {
      const lines = event.split("\n").filter((line) => !line.startsWith(":"));
      for (const line of lines) assert.ok(line.startsWith("data: "), `a field of an event: ${line.slice(0, 80)}`);
      if (lines.length > 0) receive(JSON.parse(lines.map((line) => line.slice("data: ".length)).join("\n")));
    }
  };
  return {
    push(chunk) {
      text.push(chunk);
      takeEvents();
    },
    end() {
      takeEvents();
      assert.equal(text.end(), "", "the stream ended within an event");
    },
  };
}

function strictText() {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  return {
    push(chunk) {
      text += decoder.decode(chunk, { stream: true });
    },
    take(separator) {
      const parts = text.split(separator);
      text = parts.pop();
      return parts;
    },
    end: () => text + decoder.decode(),
  };
}
