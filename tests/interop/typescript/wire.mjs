// Reads what tap.mjs recorded.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/**
 * A recording as it stands: `lines` in the order in which they were completed (`{from, bytes}`, without the line
 * feed), `rest` the bytes of each side after its last line feed, and how the process ended.
 */
export function readRecording(file) {
  const recording = { lines: [], rest: { client: Buffer.alloc(0), server: Buffer.alloc(0) }, signals: [], exit: null };
  for (const event of completeEvents(file)) {
    if (event.from) append(recording, event.from, Buffer.from(event.bytes, "base64"));
    if (event.signal) recording.signals.push(event.signal);
    if (event.exit) recording.exit = event.exit;
  }
  return recording;
}

/** The recording once the process has ended. */
export async function readEnded(file, deadlineMs) {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const recording = readRecording(file);
    if (recording.exit) return recording;
    assert.ok(Date.now() < end, `the server was still running ${deadlineMs} ms after its input was closed`);
    await delay(20);
  }
}

/** The messages of both sides in order, as `{from, message}`. */
export function messages(recording) {
  return recording.lines.map(({ from, bytes }) => ({ from, message: decode(bytes) }));
}

/** Fails unless all that the server wrote is whole lines of UTF-8, each one JSON-RPC response or notification. */
export function assertOnlyMessages(recording) {
  assert.equal(recording.rest.server.length, 0, "the server's last line has no line feed");
  for (const { from, bytes } of recording.lines) {
    if (from !== "server") continue;
    const message = decode(bytes);
    assert.equal(message?.jsonrpc, "2.0", `not a JSON-RPC message: ${bytes.toString("latin1").slice(0, 80)}`);
    const answer = "result" in message !== "error" in message;
    const notification = typeof message.method === "string" && !("id" in message);
    assert.ok(answer !== notification, `neither response nor notification: ${bytes.toString("latin1").slice(0, 80)}`);
  }
}

function decode(bytes) {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    throw new Error(`not a line of JSON: ${bytes.toString("latin1").slice(0, 80)} (${error.message})`);
  }
}

// The file may be read while it grows, so its last line can be a part of one.
function completeEvents(file) {
  return readFileSync(file, "utf8").split("\n").slice(0, -1).map((line) => JSON.parse(line));
}

function append(recording, from, chunk) {
  let rest = Buffer.concat([recording.rest[from], chunk]);
  for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a)) {
    recording.lines.push({ from, bytes: rest.subarray(0, end) });
    rest = rest.subarray(end + 1);
  }
  recording.rest[from] = rest;
}
