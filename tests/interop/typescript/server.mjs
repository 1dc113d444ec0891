// A server on the official TypeScript SDK, for our client to call:
//
//   node server.mjs stdio        serves its standard input and output
//   node server.mjs http         serves a free port and prints its URL

import { createServer } from "node:http";

import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  InMemoryServerEventBus, McpServer, ResourceTemplate, createMcpHandler, fromJsonSchema, inputRequired,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const text = (text) => ({ content: [{ type: "text", text }] });
const object = (properties) => fromJsonSchema({ type: "object", properties, required: Object.keys(properties) });

const form = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const questions = {
  who: inputRequired.elicit({ message: "Who are you?", requestedSchema: form }),
  model: inputRequired.createMessage({ messages: [], maxTokens: 1 }),
  roots: inputRequired.listRoots(),
};

// What outlives a request: over HTTP each one has an instance of its own.
let tellCancelled;
const whenCancelled = new Promise((resolve) => (tellCancelled = resolve));

// `change` tells all who listen.
const workshop = (change) => () => {
  const server = new McpServer(
    { name: "workshop", version: "1.0" },
    { capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, logging: {} } },
  );
  const tool = (name, properties, run, more = {}) =>
    server.registerTool(name, { description: name, inputSchema: object(properties), ...more }, run);

  tool(
    "add", { a: { type: "integer", "x-mcp-header": "Augend" }, b: { type: "integer" } },
    async ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { result: a + b } }),
    { outputSchema: object({ result: { type: "integer" } }) },
  );
  tool("fail", {}, async () => ({ ...text("it failed"), isError: true }));
  tool("count", { steps: { type: "integer" } }, async ({ steps }, { mcpReq }) => {
    for (let step = 1; step <= steps; step += 1) await progress(mcpReq, step, steps);
    return text(`counted to ${steps}`);
  });
  tool("wait", {}, async (_, { mcpReq }) => {
    mcpReq.signal.addEventListener("abort", tellCancelled);
    await progress(mcpReq, 1, 2);
    return new Promise(() => {});
  });
  tool("cancelled", {}, async () => {
    await whenCancelled;
    return text("a call was cancelled");
  });
  tool("ask", {}, async (_, { mcpReq }) => {
    const { who, model, roots } = mcpReq.inputResponses ?? {};
    if (!who) return inputRequired({ inputRequests: questions, requestState: "Hello" });
    return text(`${mcpReq.requestState()}, ${who.content.name}! ${model.content.text} ${roots.roots[0].uri}`);
  });
  tool("change", {}, async () => {
    change(server);
    return text("changed");
  });

  server.registerResource("note", "text:///note", { mimeType: "text/plain" }, async ({ href }) => ({
    contents: [{ uri: href, mimeType: "text/plain", text: "a note" }],
  }));
  server.registerResource("bytes", "text:///bytes", {}, async ({ href }) => ({ contents: [{ uri: href, blob: "AAEC" }] }));
  const about = new ResourceTemplate("about:///{name}", { list: undefined });
  server.registerResource("about", about, {}, async ({ href }, { name }) => ({
    contents: [{ uri: href, text: `about ${name}` }],
  }));
  const introduction = { description: "introduce", argsSchema: object({ name: { type: "string" } }) };
  server.registerPrompt("introduce", introduction, async ({ name }) => ({
    messages: [{ role: "user", content: { type: "text", text: `Introduce ${name}.` } }],
  }));
  return server;
};

async function progress({ _meta, notify }, progress, total) {
  if (_meta?.progressToken === undefined) return;
  const params = { progressToken: _meta.progressToken, progress, total, message: `step ${progress}` };
  await notify({ method: "notifications/progress", params });
}

if (process.argv[2] === "http") {
  const bus = new InMemoryServerEventBus();
  const handler = createMcpHandler(workshop(() => {
    handler.notify.toolsChanged();
    handler.notify.resourceUpdated("text:///note");
  }), { bus });
  const server = createServer(toNodeHandler(handler));
  server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
} else {
  serveStdio(workshop((server) => {
    server.sendToolListChanged();
    server.server.sendResourceUpdated({ uri: "text:///note" });
  }));
}
