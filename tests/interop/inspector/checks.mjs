// The Inspector's command line, which prints one JSON object and tells the outcome by its exit status:
//
//   node checks.mjs <launcher> --stdio <greeter>
//   node checks.mjs <launcher> --http <url of a running greeter>

import assert from "node:assert/strict";
import { execFile } from "node:child_process";

import { check, finish } from "../report.mjs";

const [launcher, transport, target] = process.argv.slice(2);
const PROGRAM = transport === "--stdio" ? ["--", target, "--stdio"] : [];
const ENDPOINT = transport === "--http" ? [target, "--transport", "http"] : [];

const DEADLINE_MS = 12_000;
const EXIT_OK = 0;
const EXIT_FAILED = 1;
const EXIT_TOOL_FAILED = 5;

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

function call(status, tool, args, era) {
  return run(status, "tools/call", ["--tool-name", tool, "--tool-args-json", JSON.stringify(args)], era);
}

/** What the command printed: `result` from standard output and `error` from standard error, where there was one. */
async function run(status, method, options = [], era = "modern") {
  const command = [launcher, "--cli", ...ENDPOINT, "--protocol-era", era, "--method", method, ...options];
  const { code, stdout, stderr } = await execute([...command, "--format", "json", "-q", ...PROGRAM]);
  assert.equal(code, status, `exit status ${code}: ${stderr}`);
  const errors = stderr.split("\n").filter((line) => line.startsWith('{"error":'));
  return { ...JSON.parse(stdout || "{}"), ...JSON.parse(errors.at(-1) ?? "{}") };
}

function execute(command) {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, command, { timeout: DEADLINE_MS }, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") reject(error);
      else resolve({ code: error?.code ?? 0, stdout, stderr });
    });
    child.stdin.end();
  });
}
