// The official TypeScript client, pinned to protocol revision 2026-07-28, over stdio:
//
//   node typescript-stdio.mjs <greeter> <folder for recordings>
//
// The client sees the server through tap.mjs, so that what travelled can be judged besides what the client made of it.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Client, ProtocolError } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import { check, finish, within } from "./report.mjs";
import { assertOnlyMessages, messages, readEnded, readRecording } from "./wire.mjs";

const REVISION = "2026-07-28";
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const CLOSE_DEADLINE_MS = 10_000;
const UNOWNED_PROGRESS = "Received a progress notification for an unknown token";

const [greeter, recordings] = process.argv.slice(2);

let session;
if (await check("connects with the revision pinned", async () => (session = await connect({ pin: REVISION })))) {
  await checkDiscovery(session);
  await checkCalls(session);
  await checkRefusals(session);
  await checkProgress(session);
  await checkConcurrency(session);
  const cancelled = await checkCancellation(session);
  await checkClosing(session, cancelled);
  await checkNegotiation();
  await check("stdout carried nothing but messages", assertAllRecordings);
}
finish();

async function connect(mode) {
  const client = new Client({ name: "snodo-interop", version: "1.0.0" }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL("tap.mjs", import.meta.url)), recordings, greeter, "--stdio"],
    stderr: "inherit",
  });
  // Whatever the client could not make sense of: noise on stdout, answers nobody waits for, progress without an owner.
  const complaints = [];
  client.onerror = (error) => complaints.push(error.message);
  await client.connect(transport, { timeout: 10_000 });
  return { client, complaints, file: join(recordings, `${transport.pid}.jsonl`) };
}

async function checkDiscovery({ client }) {
  await check("learns the server's name and version", async () => {
    assert.equal(client.getServerVersion()?.name, "greeter");
    assert.equal(client.getServerVersion()?.version, "0.1.0");
  });
  await check("agrees on the pinned revision", async () => {
    assert.equal(client.getNegotiatedProtocolVersion(), REVISION);
    assert.equal(client.getProtocolEra(), "modern");
  });
  await check("discovers revisions and capabilities", async () => {
    const discovered = await client.discover();
    assert.ok(discovered.supportedVersions.includes(REVISION), `supported: ${discovered.supportedVersions}`);
    assert.ok(discovered.capabilities.tools, "no tools capability");
    assert.equal(discovered.capabilities.prompts, undefined, "prompts are claimed and there are none");
    assert.equal(discovered.capabilities.resources, undefined, "resources are claimed and there are none");
  });

  let tools = new Map();
  await check("lists the tools", async () => {
    const listing = await client.listTools();
    tools = new Map(listing.tools.map((tool) => [tool.name, tool.inputSchema]));
    assert.deepEqual(listing.tools.map((tool) => tool.name).sort(), ["fail", "greet", "slow"]);
  });
  const schemas = {
    greet: { properties: { name: "string" }, required: ["name"] },
    slow: { properties: { steps: "integer", delay_ms: "integer" }, required: [] },
    fail: { properties: { reason: "string" }, required: ["reason"] },
  };
  for (const [name, expected] of Object.entries(schemas)) {
    await check(`describes the arguments of ${name}`, async () => {
      const schema = tools.get(name);
      assert.equal(schema?.type, "object");
      const types = Object.entries(schema.properties).map(([property, { type }]) => [property, type]);
      assert.deepEqual(Object.fromEntries(types), expected.properties);
      assert.deepEqual(schema.required ?? [], expected.required);
    });
  }
}

async function checkCalls({ client }) {
  await check("calls a tool", async () => {
    assert.deepEqual(await greet(client, "Ada"), [{ type: "text", text: "Hello, Ada!" }]);
  });
  const names = {
    "accents and combining marks": "Zoë, Zoe\u0308",
    "emoji with joiners": "👩🏽‍🚀🦀",
    "astral letters": "𝔖𝔫𝔬𝔡𝔬 𐍈",
    "line separators and controls": "a\u2028b\u2029c\r\nd\te\u0000f\u007f",
    "quotes and backslashes": '"\\" \\u0041 \\',
  };
  for (const [what, name] of Object.entries(names)) {
    await check(`carries ${what} both ways`, async () => {
      assert.deepEqual(await greet(client, name), [{ type: "text", text: `Hello, ${name}!` }]);
    });
  }
}

async function checkRefusals({ client }) {
  await check("gets a tool's failure as a result", async () => {
    const result = await client.callTool({ name: "fail", arguments: { reason: "out of tea ☕" } });
    assert.equal(result.isError, true);
    assert.deepEqual(result.content, [{ type: "text", text: "out of tea ☕" }]);
  });
  const mistakes = {
    "of the wrong type": { tool: "greet", arguments: { name: 987654321 }, field: "name", value: "987654321" },
    "that is optional and wrong": { tool: "slow", arguments: { steps: "hunter2" }, field: "steps", value: "hunter2" },
    "that is missing": { tool: "greet", arguments: { nick: "hunter2" }, field: "name", value: "hunter2" },
  };
  for (const [what, mistake] of Object.entries(mistakes)) {
    await check(`is told of an argument ${what}, by name and without the value`, async () => {
      const result = await client.callTool({ name: mistake.tool, arguments: mistake.arguments });
      assert.equal(result.isError, true);
      const told = JSON.stringify(result);
      assert.ok(told.includes(mistake.field), `${mistake.field} is not named: ${told}`);
      assert.ok(!told.includes(mistake.value), `the value is repeated: ${told}`);
    });
  }
  await check("gets -32602 for an unknown tool", async () => {
    await assert.rejects(client.callTool({ name: "no-such-tool", arguments: {} }), isProtocolError(-32602));
  });
  await check("gets -32022 and the supported revisions for an unknown one", async () => {
    const call = client.callTool({ name: "greet", arguments: { name: "Ada" }, _meta: { [VERSION_KEY]: "1999-01-01" } });
    await assert.rejects(call, (error) => {
      assert.ok(isProtocolError(-32022)(error), String(error));
      assert.ok(error.data?.supported?.includes(REVISION), `supported: ${error.data?.supported}`);
      return true;
    });
  });
}

async function checkProgress({ client, complaints, file }) {
  await check("sees progress 1, 2, 3 of 3 and then the result", async () => {
    const seen = [];
    const onprogress = ({ progress, total }) => seen.push(`${progress} of ${total}`);
    const result = await client.callTool({ name: "slow", arguments: { steps: 3, delay_ms: 50 } }, { onprogress });
    assert.deepEqual(result.content, [{ type: "text", text: "done after 3 steps" }]);

    const exchange = messages(readRecording(file));
    const { id } = exchange.findLast(({ message }) => message.params?.name === "slow").message;
    assert.deepEqual(
      exchange.filter(({ from, message }) => from === "server" && concerns(message, id)).map(describe),
      ["progress 1 of 3", "progress 2 of 3", "progress 3 of 3", "answer"],
    );
    // The client forgets a call's progress handler before it looks at progress that was read together with the answer,
    // and complains of it instead.
    const missed = complaints.filter((text) => text.startsWith(UNOWNED_PROGRESS) && text.includes(`"progressToken":${id}`));
    assert.deepEqual(seen, ["1 of 3", "2 of 3", "3 of 3"].slice(0, 3 - missed.length));
  });
  await check("sees no progress it did not ask for", async () => {
    const before = readRecording(file).lines.length;
    const result = await client.callTool({ name: "slow", arguments: { steps: 2, delay_ms: 10 } });
    assert.deepEqual(result.content, [{ type: "text", text: "done after 2 steps" }]);
    const since = messages(readRecording(file)).slice(before);
    assert.deepEqual(since.map(describe), ["tools/call", "answer"]);
  });
}

async function checkConcurrency({ client }) {
  await check("gets 50 concurrent calls answered, each with its own", async () => {
    const names = Array.from({ length: 50 }, (_, index) => `caller ${index}`);
    const contents = await Promise.all(names.map((name) => greet(client, name)));
    assert.deepEqual(contents, names.map((name) => [{ type: "text", text: `Hello, ${name}!` }]));
  });
  await check("is answered while a slow call runs", async () => {
    const order = [];
    const slow = client.callTool({ name: "slow", arguments: { steps: 4, delay_ms: 200 } }).then(() => order.push("slow"));
    const quick = greet(client, "Ada").then(() => order.push("quick"));
    await Promise.all([slow, quick]);
    assert.deepEqual(order, ["quick", "slow"]);
  });
}

/** Resolves to the id of the request that was cancelled. */
async function checkCancellation({ client, file }) {
  let cancelledId;
  // The call that follows takes longer than the cancelled one would have, so an answer that still came would show.
  await check("hears nothing of a cancelled call, and the next one works", async () => {
    const abort = new AbortController();
    const cancelled = client.callTool(
      { name: "slow", arguments: { steps: 10, delay_ms: 150 } },
      { signal: abort.signal, onprogress: () => abort.abort("no longer wanted") },
    );
    await assert.rejects(cancelled, /no longer wanted/);
    const next = await client.callTool({ name: "slow", arguments: { steps: 12, delay_ms: 150 } }, { onprogress() {} });
    assert.deepEqual(next.content, [{ type: "text", text: "done after 12 steps" }]);

    const exchange = messages(readRecording(file));
    const cancellation = exchange.findIndex(({ message }) => message.method === "notifications/cancelled");
    assert.notEqual(cancellation, -1, "the client sent no notifications/cancelled");
    cancelledId = exchange[cancellation].message.params.requestId;
    const later = exchange.slice(cancellation);
    const nextId = later.find(({ from, message }) => from === "client" && message.params?.name === "slow").message.id;
    // Messages may cross; the first one about the next call proves that the server had read the cancellation.
    const heeded = later.findIndex(({ from, message }) => from === "server" && concerns(message, nextId));
    const stray = later.filter(({ from, message }, index) => from === "server" && concerns(message, cancelledId)
      && (index > heeded || message.id === cancelledId));
    assert.deepEqual(stray.map(describe), []);
  });
  return cancelledId;
}

async function checkClosing({ client, complaints, file }, cancelledId) {
  let recording;
  await check("ends the server with status 0 by closing its input", async () => {
    await within(CLOSE_DEADLINE_MS, client.close(), "closing");
    recording = await readEnded(file, CLOSE_DEADLINE_MS);
    assert.deepEqual(recording.signals, [], "the client had to send a signal");
    assert.deepEqual(recording.exit, { code: 0, signal: null });
  });
  await check("got one answer to each request, and none to the cancelled one", async () => {
    const exchange = messages(recording ?? readRecording(file));
    const ids = (side, key) => exchange.filter(({ from, message }) => from === side && key in message && "id" in message)
      .map(({ message }) => message.id).sort((a, b) => a - b);
    const answers = [...ids("server", "result"), ...ids("server", "error")].sort((a, b) => a - b);
    assert.deepEqual(answers, ids("client", "method").filter((id) => id !== cancelledId));
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
    assert.deepEqual(complaints.filter((text) => !text.startsWith(UNOWNED_PROGRESS)), []);
  });
}

async function checkNegotiation() {
  await check("finds the revision by itself in automatic mode", async () => {
    const { client } = await connect("auto");
    try {
      assert.equal(client.getNegotiatedProtocolVersion(), REVISION);
      assert.deepEqual(await greet(client, "Ada"), [{ type: "text", text: "Hello, Ada!" }]);
    } finally {
      await within(CLOSE_DEADLINE_MS, client.close(), "closing");
    }
  });
}

async function assertAllRecordings() {
  const files = readdirSync(recordings);
  assert.ok(files.length >= 2, `${files.length} recordings`);
  for (const file of files) assertOnlyMessages(readRecording(join(recordings, file)));
}

async function greet(client, name) {
  const result = await client.callTool({ name: "greet", arguments: { name } });
  assert.notEqual(result.isError, true, JSON.stringify(result.content));
  return result.content;
}

/** Whether a message of the server answers request `id` or reports its progress (the client's token is the id). */
function concerns(message, id) {
  return message.id === id || (message.method === "notifications/progress" && message.params.progressToken === id);
}

function describe({ message }) {
  if ("id" in message && !message.method) return "answer";
  const { progress, total } = message.params ?? {};
  return message.method === "notifications/progress" ? `progress ${progress} of ${total}` : message.method;
}

function isProtocolError(code) {
  return (error) => error instanceof ProtocolError && error.code === code;
}
