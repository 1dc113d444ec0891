// What the Inspector's command line has to see of the `everything` example:
//
//   node everything.mjs <launcher> --stdio <everything>
//   node everything.mjs <launcher> --http <url of it running>

import assert from "node:assert/strict";

import { check, finish } from "../report.mjs";
import { EXIT_OK, call, run } from "./command.mjs";

await check("lists the resources and the templates", async () => {
  const { result: { resources } } = await run(EXIT_OK, "resources/list");
  assert.deepEqual(resources.map(({ uri }) => uri).sort(), [
    "test://static-binary", "test://static-text", "test://watched-resource",
  ]);
  const { result: { resourceTemplates } } = await run(EXIT_OK, "resources/templates/list");
  assert.deepEqual(resourceTemplates.map(({ uriTemplate }) => uriTemplate), ["test://template/{id}/data"]);
});
await check("reads a resource, and what a template leads to", async () => {
  const { result: fixed } = await run(EXIT_OK, "resources/read", ["--uri", "test://static-text"]);
  assert.deepEqual(fixed.contents.map(({ text }) => text), ["This is the content of the static text resource."]);
  const { result: found } = await run(EXIT_OK, "resources/read", ["--uri", "test://template/123/data"]);
  assert.deepEqual(found.contents.map(({ text }) => JSON.parse(text).id), ["123"]);
});
await check("lists the prompts", async () => {
  const { result: { prompts } } = await run(EXIT_OK, "prompts/list");
  assert.equal(prompts.length, 5);
});
await check("gets a prompt with arguments", async () => {
  const args = ["--prompt-name", "test_prompt_with_arguments", "--prompt-args", "arg1=one", "arg2=zwölf"];
  const { result: { messages } } = await run(EXIT_OK, "prompts/get", args);
  const text = "Prompt with arguments: arg1='one', arg2='zwölf'";
  assert.deepEqual(messages, [{ role: "user", content: { type: "text", text } }]);
});
await check("calls a tool with an argument that HTTP clients repeat in a header", async () => {
  const { result } = await call(EXIT_OK, "test_x_mcp_header", { region: "Zürich" });
  assert.deepEqual(result.content, [{ type: "text", text: "Ran in Zürich." }]);
});
finish();
