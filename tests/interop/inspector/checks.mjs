// What the Inspector's command line has to see of the `greeter` example:
//
//   node checks.mjs <launcher> --stdio <greeter>
//   node checks.mjs <launcher> --http <url of a running greeter>

import assert from "node:assert/strict";

import { check, finish } from "../report.mjs";
import { EXIT_FAILED, EXIT_OK, EXIT_TOOL_FAILED, call, run } from "./command.mjs";

await check("lists the tools and their arguments", async () => {
  const { result } = await run(EXIT_OK, "tools/list");
  const types = Object.fromEntries(result.tools.map(({ name, inputSchema: { type, properties, required } }) => {
    const described = Object.entries(properties).map(([property, { type: of }]) => [property, of]);
    return [name, { type, properties: Object.fromEntries(described), required: required ?? [] }];
  }));
  assert.deepEqual(types, {
    greet: { type: "object", properties: { name: "string" }, required: ["name"] },
    slow: { type: "object", properties: { steps: "integer", delay_ms: "integer" }, required: [] },
    fail: { type: "object", properties: { reason: "string" }, required: ["reason"] },
  });
});
await check("calls a tool, with text that is not ASCII", async () => {
  const { result } = await call(EXIT_OK, "greet", { name: "Zoë, Zoe\u0308 👩🏽‍🚀" });
  assert.deepEqual(result.content, [{ type: "text", text: "Hello, Zoë, Zoe\u0308 👩🏽‍🚀!" }]);
});
await check("calls a tool that reports progress", async () => {
  const { result } = await call(EXIT_OK, "slow", { steps: 3, delay_ms: 20 });
  assert.deepEqual(result.content, [{ type: "text", text: "done after 3 steps" }]);
});
await check("tells a tool's failure from a result", async () => {
  const { result, error } = await call(EXIT_TOOL_FAILED, "fail", { reason: "out of tea ☕" });
  assert.equal(result.isError, true);
  assert.deepEqual(result.content, [{ type: "text", text: "out of tea ☕" }]);
  assert.equal(error.code, "tool_is_error");
});
await check("is told of a wrong argument, by name and without the value", async () => {
  const { result } = await call(EXIT_TOOL_FAILED, "slow", { steps: "hunter2" });
  assert.equal(result.isError, true);
  const told = JSON.stringify(result.content);
  assert.ok(told.includes("steps") && !told.includes("hunter2"), told);
});
await check("finds no tool of an unknown name", async () => {
  const { result, error } = await call(EXIT_TOOL_FAILED, "no-such-tool", {});
  assert.equal(result, undefined);
  assert.equal(error.code, "tool_not_found");
});
await check("finds the revision by itself in automatic mode", async () => {
  const { result } = await call(EXIT_OK, "greet", { name: "Ada" }, "auto");
  assert.deepEqual(result.content, [{ type: "text", text: "Hello, Ada!" }]);
});
await check("is told which revision it should have asked for", async () => {
  const { error } = await run(EXIT_FAILED, "tools/list", [], "legacy");
  assert.ok(error.message.includes("2026-07-28"), error.message);
});
finish();
