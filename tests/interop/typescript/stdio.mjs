// The official TypeScript client, pinned to protocol revision 2026-07-28, over stdio:
//
//   node stdio.mjs <greeter> <folder for recordings>
//
// The client sees the server through tap.mjs, so that what travelled can be judged besides what the client made of it.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { check, finish, within } from "../report.mjs";
import {
  CLOSE_DEADLINE_MS, REVISION, VERSION_KEY, checkNegotiation, checkSession, concerns, describe, isProtocolError,
  realComplaints,
} from "./checks.mjs";
import { overStdio } from "./connections.mjs";
import { assertOnlyMessages, messages, readEnded, readRecording } from "./wire.mjs";

const [greeter, recordings] = process.argv.slice(2);
const connect = overStdio(greeter, recordings);

let session;
if (await check("connects with the revision pinned", async () => (session = await connect({ pin: REVISION })))) {
  await checkSession(session);
  await checkUnknownRevision(session);
  await checkCancellation(session);
  await checkClosing(session);
  await checkNegotiation(connect);
  await check("stdout carried nothing but messages", assertAllRecordings);
}
finish();

async function checkUnknownRevision({ client }) {
  await check("gets -32022 and the supported revisions for an unknown one", async () => {
    const call = client.callTool({ name: "greet", arguments: { name: "Ada" }, _meta: { [VERSION_KEY]: "1999-01-01" } });
    await assert.rejects(call, (error) => {
      assert.ok(isProtocolError(-32022)(error), String(error));
      assert.ok(error.data?.supported?.includes(REVISION), `supported: ${error.data?.supported}`);
      return true;
    });
  });
}

async function checkCancellation({ client, exchange }) {
  // The call that follows takes longer than the cancelled one would have, so an answer that still came would show.
  await check("hears nothing of a cancelled call, and the next one works", async () => {
    const before = exchange().length;
    const abort = new AbortController();
    const cancelled = client.callTool(
      { name: "slow", arguments: { steps: 10, delay_ms: 150 } },
      { signal: abort.signal, onprogress: () => abort.abort("no longer wanted") },
    );
    await assert.rejects(cancelled, /no longer wanted/);
    const next = await client.callTool({ name: "slow", arguments: { steps: 12, delay_ms: 150 } }, { onprogress() {} });
    assert.deepEqual(next.content, [{ type: "text", text: "done after 12 steps" }]);

    const travelled = exchange().slice(before);
    const cancellation = travelled.findIndex(({ message }) => message.method === "notifications/cancelled");
    assert.notEqual(cancellation, -1, "the client sent no notifications/cancelled");
    const cancelledId = travelled[cancellation].message.params.requestId;
    const later = travelled.slice(cancellation);
    const nextId = later.find(({ from, message }) => from === "client" && message.params?.name === "slow").message.id;
    // Messages may cross; the first one about the next call proves that the server had read the cancellation.
    const heeded = later.findIndex(({ from, message }) => from === "server" && concerns(message, nextId));
    const stray = later.filter(({ from, message }, index) => from === "server" && concerns(message, cancelledId)
      && (index > heeded || message.id === cancelledId));
    assert.deepEqual(stray.map(describe), []);
  });
}

async function checkClosing({ client, complaints, file }) {
  let recording;
  await check("ends the server with status 0 by closing its input", async () => {
    await within(CLOSE_DEADLINE_MS, client.close(), "closing");
    recording = await readEnded(file, CLOSE_DEADLINE_MS);
    assert.deepEqual(recording.signals, [], "the client had to send a signal");
    assert.deepEqual(recording.exit, { code: 0, signal: null });
  });
  await check("got one answer to each request, and none to the cancelled ones", async () => {
    const travelled = messages(recording ?? readRecording(file));
    const ids = (side, key) => travelled
      .filter(({ from, message }) => from === side && key in message && "id" in message)
      .map(({ message }) => message.id).sort((a, b) => a - b);
    const cancelled = new Set(travelled.filter(({ message }) => message.method === "notifications/cancelled")
      .map(({ message }) => message.params.requestId));
    const answers = [...ids("server", "result"), ...ids("server", "error")].sort((a, b) => a - b);
    assert.deepEqual(answers, ids("client", "method").filter((id) => !cancelled.has(id)));
  });
  await check("got progress for open calls only", async () => {
    const open = new Set();
    for (const entry of messages(recording ?? readRecording(file))) {
      const { message } = entry;
      if (entry.from === "client") open.add(message.params?._meta?.progressToken);
      else if ("id" in message) open.delete(message.id);
      else assert.ok(open.has(message.params?.progressToken), `${describe(entry)} of ${message.params?.progressToken}`);
    }
  });
  await check("understood everything it was sent", async () => {
    assert.deepEqual(realComplaints(complaints), []);
  });
}

async function assertAllRecordings() {
  const files = readdirSync(recordings);
  assert.ok(files.length >= 2, `${files.length} recordings`);
  for (const file of files) assertOnlyMessages(readRecording(join(recordings, file)));
}
