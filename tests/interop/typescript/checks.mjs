// What the official TypeScript client has to see, whatever the transport.
//
// A session is `{client, complaints, exchange}`: a connected client, the messages of the errors it reported aside, and
// a function to the messages that have travelled so far, as `{from, message}` in order.

import assert from "node:assert/strict";

import { ProtocolError } from "@modelcontextprotocol/client";

import { check, within } from "../report.mjs";

export const REVISION = "2026-07-28";
export const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
export const CLOSE_DEADLINE_MS = 10_000;

const UNOWNED_PROGRESS = "Received a progress notification for an unknown token";
// More than the server runs at a time.
const ABANDONED_BATCHES = 5;
const ABANDONED_PER_BATCH = 60;

/** All of it on a session that is pinned to the revision. */
export async function checkSession(session) {
  await checkDiscovery(session);
  await checkCalls(session);
  await checkRefusals(session);
  await checkProgress(session);
  await checkConcurrency(session);
  await checkAbandonment(session);
}

/** `connect` makes a session of a negotiation mode. */
export async function checkNegotiation(connect) {
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

/** What the client complained of, apart from progress of calls that it has already forgotten. */
export function realComplaints(complaints) {
  return complaints.filter((text) => !isUnowned(text));
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
}

async function checkProgress({ client, complaints, exchange }) {
  await check("sees progress 1, 2, 3 of 3 and then the result", async () => {
    const seen = [];
    const onprogress = ({ progress, total }) => seen.push(`${progress} of ${total}`);
    const result = await client.callTool({ name: "slow", arguments: { steps: 3, delay_ms: 50 } }, { onprogress });
    assert.deepEqual(result.content, [{ type: "text", text: "done after 3 steps" }]);

    const travelled = exchange();
    const { id } = travelled.findLast(({ message }) => message.params?.name === "slow").message;
    assert.deepEqual(
      travelled.filter(({ from, message }) => from === "server" && concerns(message, id)).map(describe),
      ["progress 1 of 3", "progress 2 of 3", "progress 3 of 3", "answer"],
    );
    // The client forgets a call's progress handler before it looks at progress that was read together with the answer,
    // and complains of it instead.
    const missed = complaints.filter((text) => isUnowned(text) && text.includes(`"progressToken":${id}`));
    assert.deepEqual(seen, ["1 of 3", "2 of 3", "3 of 3"].slice(0, 3 - missed.length));
  });
  await check("sees no progress it did not ask for", async () => {
    const before = exchange().length;
    const result = await client.callTool({ name: "slow", arguments: { steps: 2, delay_ms: 10 } });
    assert.deepEqual(result.content, [{ type: "text", text: "done after 2 steps" }]);
    assert.deepEqual(exchange().slice(before).map(describe), ["tools/call", "answer"]);
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
    const slow = client.callTool({ name: "slow", arguments: { steps: 4, delay_ms: 200 } });
    const quick = greet(client, "Ada");
    await Promise.all([slow.then(() => order.push("slow")), quick.then(() => order.push("quick"))]);
    assert.deepEqual(order, ["quick", "slow"]);
  });
}

async function checkAbandonment({ client }) {
  const calls = ABANDONED_BATCHES * ABANDONED_PER_BATCH;
  // Each would outlast the deadline of the check, so handlers that went on would leave no place for the last call.
  await check(`is answered after ${calls} calls it aborted`, async () => {
    for (let batch = 0; batch < ABANDONED_BATCHES; batch += 1) {
      await Promise.all(Array.from({ length: ABANDONED_PER_BATCH }, () => abandon(client)));
    }
    assert.deepEqual(await greet(client, "Ada"), [{ type: "text", text: "Hello, Ada!" }]);
  });
}

/** Aborts a call of 25 seconds at its first progress. */
export async function abandon(client) {
  const abort = new AbortController();
  const call = client.callTool(
    { name: "slow", arguments: { steps: 250, delay_ms: 100 } },
    { signal: abort.signal, onprogress: () => abort.abort("no longer wanted") },
  );
  await assert.rejects(call, /no longer wanted/);
}

export async function greet(client, name) {
  const result = await client.callTool({ name: "greet", arguments: { name } });
  assert.notEqual(result.isError, true, JSON.stringify(result.content));
  return result.content;
}

/** Whether a message of the server answers request `id` or reports its progress (the client's token is the id). */
export function concerns(message, id) {
  return message.id === id || (message.method === "notifications/progress" && message.params.progressToken === id);
}

export function describe({ message }) {
  if ("id" in message && !message.method) return "answer";
  const { progress, total } = message.params ?? {};
  return message.method === "notifications/progress" ? `progress ${progress} of ${total}` : message.method;
}

export function isProtocolError(code) {
  return (error) => error instanceof ProtocolError && error.code === code;
}

function isUnowned(complaint) {
  return complaint.startsWith(UNOWNED_PROGRESS);
}
