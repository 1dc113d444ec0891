// What the `everything` example offers and what the official TypeScript client makes of it: tools, resources, prompts
// and completions. A session is as connections.mjs has it.

import assert from "node:assert/strict";

import { check } from "../report.mjs";
import { isProtocolError } from "./checks.mjs";

const INVALID_PARAMS = -32602;
const MISSING_CAPABILITY = -32021;
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==";
const WAV = "UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==";

/** All of it. */
export async function checkContents(session) {
  await checkDiscovery(session);
  await checkTools(session);
  await checkResources(session);
  await checkPrompts(session);
  await checkCompletion(session);
}

async function checkDiscovery({ client }) {
  await check("learns what the server has to offer", async () => {
    const { name, version, title } = client.getServerVersion();
    assert.deepEqual({ name, version, title }, { name: "everything", version: "0.1.0", title: "Everything" });
    assert.deepEqual(client.getServerCapabilities(), {
      completions: {},
      logging: {},
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      tools: { listChanged: true },
    });
    assert.equal(
      client.getInstructions(),
      "Every tool answers within a second, or asks what it needs to know.",
    );
  });
}

async function checkTools({ client }) {
  await check("lists each tool and leaves none out as malformed", async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name).sort(), [
      "json_schema_2020_12_tool",
      "test_audio_content",
      "test_embedded_resource",
      "test_error_handling",
      "test_image_content",
      "test_input_required_result_capabilities",
      "test_input_required_result_elicitation",
      "test_input_required_result_list_roots",
      "test_input_required_result_multi_round",
      "test_input_required_result_multiple_inputs",
      "test_input_required_result_request_state",
      "test_input_required_result_sampling",
      "test_input_required_result_tampered_state",
      "test_logging_tool",
      "test_missing_capability",
      "test_multiple_content_types",
      "test_simple_text",
      "test_streaming_elicitation",
      "test_structured_content",
      "test_tool_with_progress",
      "test_trigger_prompt_change",
      "test_trigger_resource_update",
      "test_trigger_tool_change",
      "test_x_mcp_header",
    ]);
  });
  const embedded = {
    uri: "test://embedded-resource", mimeType: "text/plain", text: "The text of an embedded resource.",
  };
  const mixed = { uri: "test://mixed-content-resource", mimeType: "application/json", text: '{"mixed":true}' };
  const image = { type: "image", mimeType: "image/png", data: PNG };
  const contents = {
    test_simple_text: [{ type: "text", text: "This is a simple text response for testing." }],
    test_image_content: [image],
    test_audio_content: [{ type: "audio", mimeType: "audio/wav", data: WAV }],
    test_embedded_resource: [{ type: "resource", resource: embedded }],
    test_multiple_content_types: [
      { type: "text", text: "Text, an image and a resource:" }, image, { type: "resource", resource: mixed },
    ],
  };
  for (const [name, expected] of Object.entries(contents)) {
    await check(`gets the content of ${name}`, async () => {
      const { content } = await client.callTool({ name });
      assert.deepEqual(content, expected);
    });
  }
  await check("gets structured content that fits the schema it has listed", async () => {
    const weather = { place: "Reykjavík", celsius: 4.5, raining: true };
    const { content, structuredContent } = await client.callTool({ name: "test_structured_content" });
    assert.deepEqual(structuredContent, weather);
    assert.deepEqual(content.map(({ type, text }) => [type, JSON.parse(text)]), [["text", weather]]);
  });
  await check("is told when arguments break a rule that spans several of them", async () => {
    const call = (args) => client.callTool({ name: "json_schema_2020_12_tool", arguments: args });
    const fitting = await call({ name: "Ada", contactMethod: "phone", phone: "1" });
    assert.notEqual(fitting.isError, true, JSON.stringify(fitting));
    const broken = await call({ name: "Ada", contactMethod: "phone", email: "a@b.example" });
    assert.equal(broken.isError, true);
  });
  await check("is refused a tool that needs what it cannot do, with -32021", async () => {
    await assert.rejects(client.callTool({ name: "test_missing_capability" }), (error) => {
      assert.ok(isProtocolError(MISSING_CAPABILITY)(error), String(error));
      assert.deepEqual(error.data?.requiredCapabilities, { sampling: {} });
      return true;
    });
  });
}

async function checkResources({ client }) {
  await check("lists the resources", async () => {
    const { resources } = await client.listResources();
    const listed = resources.map(({ uri, name, mimeType, size }) => ({ uri, name, mimeType, size }));
    assert.deepEqual(listed.sort((a, b) => (a.uri < b.uri ? -1 : 1)), [
      { uri: "test://static-binary", name: "static-binary", mimeType: "image/png", size: 67 },
      { uri: "test://static-text", name: "static-text", mimeType: "text/plain", size: undefined },
      { uri: "test://watched-resource", name: "watched-resource", mimeType: "text/plain", size: undefined },
    ]);
  });
  await check("lists the resource templates", async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    const listed = resourceTemplates.map(({ uriTemplate, name, mimeType }) => ({ uriTemplate, name, mimeType }));
    assert.deepEqual(listed, [
      { uriTemplate: "test://template/{id}/data", name: "template", mimeType: "application/json" },
    ]);
  });
  const text = "This is the content of the static text resource.";
  const contents = {
    "a text": { uri: "test://static-text", mimeType: "text/plain", text },
    "bytes": { uri: "test://static-binary", mimeType: "image/png", blob: PNG },
  };
  for (const [what, expected] of Object.entries(contents)) {
    await check(`reads ${what}`, async () => {
      assert.deepEqual((await client.readResource({ uri: expected.uri })).contents, [expected]);
    });
  }
  await check("reads what a template leads to", async () => {
    const [content, ...others] = (await client.readResource({ uri: "test://template/123/data" })).contents;
    assert.deepEqual(others, []);
    assert.equal(content.uri, "test://template/123/data");
    assert.equal(content.mimeType, "application/json");
    assert.deepEqual(JSON.parse(content.text), { id: "123", data: "The data of record 123" });
  });
  for (const uri of ["test://no-such-resource", "test://template/404/data"]) {
    await check(`gets -32602 for ${uri}`, async () => {
      await assert.rejects(client.readResource({ uri }), isProtocolError(INVALID_PARAMS));
    });
  }
}

async function checkPrompts({ client }) {
  await check("lists the prompts and their arguments", async () => {
    const { prompts } = await client.listPrompts();
    const listed = prompts.map(({ name, arguments: args = [] }) => [
      name, args.map((argument) => [argument.name, argument.required ?? false]),
    ]);
    assert.deepEqual(Object.fromEntries(listed), {
      test_simple_prompt: [],
      test_prompt_with_arguments: [["arg1", true], ["arg2", true]],
      test_prompt_with_embedded_resource: [["resourceUri", true]],
      test_prompt_with_image: [],
      test_input_required_result_prompt: [],
    });
  });
  const user = (content) => ({ role: "user", content });
  const text = (of) => ({ type: "text", text: of });
  const uri = "test://example-resource";
  const resource = { uri, mimeType: "text/plain", text: "The text of an embedded resource." };
  const prompts = [
    { name: "test_simple_prompt", messages: [user(text("This is a simple prompt for testing."))] },
    {
      name: "test_prompt_with_arguments",
      arguments: { arg1: "größer", arg2: "'\"\\" },
      messages: [user(text("Prompt with arguments: arg1='größer', arg2=''\"\\'"))],
    },
    {
      name: "test_prompt_with_embedded_resource",
      arguments: { resourceUri: uri },
      messages: [user({ type: "resource", resource }), user(text("Please say what this resource is about."))],
    },
    {
      name: "test_prompt_with_image",
      messages: [
        user({ type: "image", mimeType: "image/png", data: PNG }),
        user(text("What is in this picture?")),
        { role: "assistant", content: text("One grey pixel.") },
      ],
    },
  ];
  for (const { name, arguments: args, messages } of prompts) {
    await check(`gets the messages of ${name}`, async () => {
      assert.deepEqual((await client.getPrompt({ name, arguments: args })).messages, messages);
    });
  }
  await check("gets -32602 for a prompt without an argument it needs, and for an unknown one", async () => {
    const missing = client.getPrompt({ name: "test_prompt_with_arguments", arguments: { arg1: "one" } });
    await assert.rejects(missing, isProtocolError(INVALID_PARAMS));
    await assert.rejects(client.getPrompt({ name: "no-such-prompt" }), isProtocolError(INVALID_PARAMS));
  });
}

async function checkCompletion({ client }) {
  const prompt = { type: "ref/prompt", name: "test_prompt_with_arguments" };
  const template = { type: "ref/resource", uri: "test://template/{id}/data" };
  await check("completes an argument of a prompt", async () => {
    const { completion } = await client.complete({ ref: prompt, argument: { name: "arg1", value: "par" } });
    assert.deepEqual(completion.values, ["paris", "park", "party"]);
  });
  await check("completes an argument by what was chosen for another", async () => {
    const argument = { name: "arg2", value: "" };
    const { completion } = await client.complete({ ref: prompt, argument, context: { arguments: { arg1: "paris" } } });
    assert.deepEqual(completion.values, ["paris, twice", "not paris"]);
  });
  await check("completes a variable of a resource template", async () => {
    const { completion } = await client.complete({ ref: template, argument: { name: "id", value: "20" } });
    assert.deepEqual(completion.values, ["200", "2001"]);
  });
}
