// How the official TypeScript client repeats arguments in `Mcp-Param-…` headers, which the server compares with the
// body. Only HTTP has them. `connect` is as connections.mjs has it.

import assert from "node:assert/strict";

import { check, within } from "../report.mjs";
import { CLOSE_DEADLINE_MS, REVISION, VERSION_KEY } from "./checks.mjs";

const TOOL = "test_x_mcp_header";
const HEADER = "mcp-param-region";
const HEADER_MISMATCH = -32020;

// What each value has to look like in the header.
const MIRRORED = {
  "plain text": ["eu-west 1", "eu-west 1"],
  "text that looks like a number": ["0042", "0042"],
  "text that is not ASCII": ["Zürich 東京", "=?base64?WsO8cmljaCDmnbHkuqw=?="],
  "text with spaces around it": [" padded ", "=?base64?IHBhZGRlZCA=?="],
  "text that looks encoded": ["=?base64?eA==?=", "=?base64?PT9iYXNlNjQ/ZUE9PT89?="],
};

/** All of it; `url` is where the server is, for requests without the client. */
export async function checkHeaders(connect, url) {
  const { client, tap } = await connect({ pin: REVISION });
  await checkRecovery(client, tap);
  await checkMirroring(client, tap);
  await within(CLOSE_DEADLINE_MS, client.close(), "closing");
  await checkRefusals(url);
}

// The client has not listed the tools yet, so it cannot know of the header until it is refused.
async function checkRecovery(client, tap) {
  await check("repeats an argument in a header once it was refused without", async () => {
    const before = tap.requests.length;
    assert.equal(await run(client, "eu-west"), "Ran in eu-west.");
    const [refused, listing, repeated, ...others] = tap.requests.slice(before);
    assert.deepEqual(others, []);
    assert.equal(refused.headers.get(HEADER), null);
    assert.equal(refused.status, 400);
    assert.equal(refused.received[0].error.code, HEADER_MISMATCH);
    assert.equal(listing.message.method, "tools/list");
    assert.equal(repeated.headers.get(HEADER), "eu-west");
    assert.equal(repeated.status, 200);
  });
}

async function checkMirroring(client, tap) {
  for (const [what, [value, header]] of Object.entries(MIRRORED)) {
    await check(`repeats ${what} in a header, and the server agrees`, async () => {
      const before = tap.requests.length;
      assert.equal(await run(client, value), `Ran in ${value}.`);
      const [request, ...others] = tap.requests.slice(before);
      assert.deepEqual(others, [], "the client was refused");
      assert.equal(request.headers.get(HEADER), header);
      assert.equal(request.message.params.arguments.region, value);
    });
  }
  // The tool takes no numbers, and says so itself once the header agrees.
  await check("repeats a number in a header, and the server agrees", async () => {
    const before = tap.requests.length;
    const { content, isError } = await client.callTool({ name: TOOL, arguments: { region: 42 } });
    assert.equal(isError, true);
    assert.match(content[0].text, /region/);
    const [request, ...others] = tap.requests.slice(before);
    assert.deepEqual(others, [], "the client was refused");
    assert.equal(request.status, 200);
    assert.equal(request.headers.get(HEADER), "42");
    assert.equal(request.message.params.arguments.region, 42);
  });
  await check("sends no header for an argument that is not given", async () => {
    const before = tap.requests.length;
    assert.equal(await run(client, undefined), "Ran in no particular region.");
    const [request, ...others] = tap.requests.slice(before);
    assert.deepEqual(others, [], "the client was refused");
    assert.equal(request.headers.has(HEADER), false);
  });
}

// What no client of ours would send.
async function checkRefusals(url) {
  const refusals = {
    "that is missing": [{ region: "eu-west" }, undefined],
    "that differs": [{ region: "eu-west" }, "eu-east"],
    "without an argument": [{}, "eu-west"],
    "that is encoded wrongly": [{ region: "eu-west" }, "=?base64?!!!?="],
  };
  for (const [what, [args, header]] of Object.entries(refusals)) {
    await check(`the server refuses a header ${what} with 400 and -32020`, async () => {
      const response = await post(url, args, header);
      assert.equal(response.status, 400);
      const { id, error } = await response.json();
      assert.deepEqual({ id, code: error.code }, { id: 1, code: HEADER_MISMATCH });
    });
  }
}

function post(url, args, header) {
  const envelope = {
    [VERSION_KEY]: REVISION,
    "io.modelcontextprotocol/clientInfo": { name: "snodo-interop", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: TOOL, arguments: args, _meta: envelope };
  return fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Accept": "application/json, text/event-stream",
      "MCP-Protocol-Version": REVISION,
      "Mcp-Method": "tools/call",
      "Mcp-Name": TOOL,
      ...(header === undefined ? {} : { [HEADER]: header }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    signal: AbortSignal.timeout(10_000),
  });
}

async function run(client, region) {
  const { content, isError } = await client.callTool({ name: TOOL, arguments: { region } });
  assert.notEqual(isError, true, JSON.stringify(content));
  return content[0].text;
}
