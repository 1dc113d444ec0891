// The official TypeScript client, pinned to protocol revision 2026-07-28, over HTTP:
//
//   node http.mjs <url of a running greeter>
//
// The client fetches through fetch-tap.mjs, so that what travelled can be judged besides what the client made of it.

import assert from "node:assert/strict";

import { SdkHttpError } from "@modelcontextprotocol/client";

import { check, finish, within } from "../report.mjs";
import {
  CLOSE_DEADLINE_MS, REVISION, VERSION_KEY, abandon, checkNegotiation, checkSession, realComplaints,
} from "./checks.mjs";
import { overHttp } from "./connections.mjs";

const [url] = process.argv.slice(2);
const connect = overHttp(url);
const UNKNOWN_REVISION = "1999-01-01";

let session;
if (await check("connects with the revision pinned", async () => (session = await connect({ pin: REVISION })))) {
  await checkSession(session);
  await checkCancellation(session);
  await checkClosing(session);
  await checkUnknownRevision();
  await checkNegotiation(connect);
}
finish();

async function checkCancellation({ client, tap }) {
  await check("cancels a call by cutting its stream, and the next one works", async () => {
    const before = tap.requests.length;
    await abandon(client);
    const next = await client.callTool({ name: "slow", arguments: { steps: 2, delay_ms: 10 } }, { onprogress() {} });
    assert.deepEqual(next.content, [{ type: "text", text: "done after 2 steps" }]);

    const [cut, whole, ...others] = tap.requests.slice(before);
    assert.deepEqual(others, [], "the client sent more than the two calls");
    assert.equal(await cut.end, "cut");
    assert.equal(await whole.end, "whole");
  });
}

async function checkClosing({ client, complaints, tap }) {
  // Closing would cut what has not been read to its end.
  await check("closes", async () => {
    await Promise.all(tap.requests.map(({ end }) => end));
    await within(CLOSE_DEADLINE_MS, client.close(), "closing");
  });
  await check("needed nothing but POST requests without a session", async () => {
    assert.deepEqual([...new Set(tap.requests.map(({ method }) => method))], ["POST"]);
    assert.deepEqual([...new Set(tap.requests.map(({ session: id }) => id))], [null]);
  });
  await check("got one answer to each request, at the end, with its status and type", async () => {
    for (const request of tap.requests) assertAnswered(request, await request.end);
  });
  await check("got nothing of a call but its progress before the answer", async () => {
    for (const { message, received } of tap.requests) {
      for (const earlier of received.filter((other) => !("id" in other))) {
        assert.equal(earlier.method, "notifications/progress");
        assert.equal(earlier.params.progressToken, message.params._meta.progressToken);
      }
    }
  });
  await check("understood everything it was sent", async () => {
    assert.deepEqual(realComplaints(complaints), []);
  });
}

// The client takes an error of an unknown revision for a matter of HTTP, and hands on the body as it came.
async function checkUnknownRevision() {
  await check("gets 400, -32022 and the supported revisions for an unknown one", async () => {
    const { client } = await connect({ pin: REVISION });
    const call = client.callTool({
      name: "greet", arguments: { name: "Ada" }, _meta: { [VERSION_KEY]: UNKNOWN_REVISION },
    });
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof SdkHttpError, String(error));
      assert.equal(error.data.status, 400);
      const answer = JSON.parse(error.data.text);
      assert.equal(answer.error.code, -32022);
      assert.ok(answer.error.data.supported.includes(REVISION), error.data.text);
      assert.equal(answer.error.data.requested, UNKNOWN_REVISION);
      return true;
    });
    await within(CLOSE_DEADLINE_MS, client.close(), "closing");
  });
}

// The answer to a call that was cut is not awaited by anyone, so none may have come.
function assertAnswered({ message, received, status, type }, end) {
  const answers = received.filter((other) => "id" in other);
  assert.deepEqual(answers.map(({ id }) => id), end === "cut" ? [] : [message.id]);
  if (end === "cut") return;
  assert.equal(received.at(-1), answers[0], "something followed the answer");
  assert.equal(status, "error" in answers[0] ? 400 : 200);
  assert.equal(type, received.length === 1 ? "application/json" : "text/event-stream");
}
