// What the `everything` example asks in the middle of a call, answered by the handlers that are registered with the
// official TypeScript client. `connect` is as connections.mjs has it.

import assert from "node:assert/strict";

import { check, within } from "../report.mjs";
import { CLOSE_DEADLINE_MS, REVISION, describe, isProtocolError, realComplaints } from "./checks.mjs";

const INVALID_PARAMS = -32602;
const MISSING_CAPABILITY = -32021;
const CAPABILITIES = { elicitation: { form: {} }, sampling: {}, roots: {} };
const CALL = "test_input_required_result_";

/** All of it. */
export async function checkQuestions(connect) {
  const session = await connect({ pin: REVISION }, { capabilities: CAPABILITIES });
  const person = answerQuestions(session.client);
  await checkForms(session, person);
  await checkModelAndRoots(session, person);
  await checkState(session, person);
  await checkRounds(session, person);
  await check("understood all that it was asked", async () => {
    await within(CLOSE_DEADLINE_MS, session.client.close(), "closing");
    assert.deepEqual(realComplaints(session.complaints), []);
  });
  await checkNobody(connect);
}

/**
 * Registers a handler for each kind of question. What it returns keeps the `asked` parameters in order; `answer` is
 * what a form is answered by: a function from the question to the result.
 */
function answerQuestions(client) {
  const person = { asked: [], answer: undefined };
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    person.asked.push(params);
    return person.answer(params);
  });
  client.setRequestHandler("sampling/createMessage", async ({ params }) => {
    person.asked.push(params);
    return { model: "atlas-1", role: "assistant", content: { type: "text", text: "Paris" }, stopReason: "endTurn" };
  });
  client.setRequestHandler("roots/list", async () => {
    person.asked.push("roots");
    return { roots: [{ uri: "file:///home/ada", name: "Ada" }, { uri: "file:///srv/data" }] };
  });
  return person;
}

const accept = (content) => () => ({ action: "accept", content });

async function checkForms({ client, exchange }, person) {
  const tool = `${CALL}elicitation`;
  await check("fills in a form in the middle of a call", async () => {
    const before = exchange().length;
    assert.equal(await callWith(client, tool, person, accept({ name: "Zoë" })), "Hello, Zoë!");
    const [{ mode = "form", message, requestedSchema }, ...others] = person.asked;
    assert.deepEqual(others, []);
    assert.deepEqual({ mode, message }, { mode: "form", message: "What is your name?" });
    assert.equal(requestedSchema.type, "object");
    assert.deepEqual(requestedSchema.required, ["name"]);
    assert.equal(requestedSchema.properties.name.type, "string");
    assert.equal(requestedSchema.properties.name.maxLength, 100);
    // Two calls on the wire, each with an id of its own.
    const travelled = exchange().slice(before);
    assert.deepEqual(travelled.map(describe), ["tools/call", "answer", "tools/call", "answer"]);
    assert.equal(new Set(travelled.map(({ message: { id } }) => id)).size, 2);
    assert.equal(travelled[1].message.result.resultType, "input_required");
  });
  for (const action of ["decline", "cancel"]) {
    await check(`goes on without a form when the person answers with ${action}`, async () => {
      assert.equal(await callWith(client, tool, person, () => ({ action })), "Hello, whoever you are!");
    });
  }
  await check("gets -32602 for an answer that does not fit the form", async () => {
    const call = callWith(client, tool, person, accept({ name: 5 }));
    await assert.rejects(call, isProtocolError(INVALID_PARAMS));
  });
  await check("fills in a form of a prompt", async () => {
    person.answer = accept({ context: "a rainy day" });
    const { messages } = await client.getPrompt({ name: `${CALL}prompt` });
    assert.deepEqual(messages, [{ role: "user", content: { type: "text", text: "Use this context: a rainy day" } }]);
  });
  await check("is asked by a call that has reported progress", async () => {
    person.answer = accept({ name: "Ada" });
    const before = exchange().length;
    const { content } = await client.callTool({ name: "test_streaming_elicitation" }, { onprogress() {} });
    assert.deepEqual(content, [{ type: "text", text: "Hello, Ada!" }]);
    // The client reports progress of its own, too: a round counts as one.
    const travelled = exchange().slice(before);
    assert.deepEqual(travelled.map(describe), [
      "tools/call", "progress 0.5 of 1", "answer", "tools/call", "progress 0.5 of 1", "answer",
    ]);
    assert.equal(travelled[1].message.params.message, "Half of it is done");
  });
}

async function checkModelAndRoots({ client }, person) {
  await check("lets its model answer in the middle of a call", async () => {
    assert.equal(await callWith(client, `${CALL}sampling`, person), "atlas-1 says: Paris");
    const [{ messages, maxTokens }] = person.asked;
    assert.equal(maxTokens, 100);
    assert.deepEqual([messages].flat(), [
      { role: "user", content: { type: "text", text: "What is the capital of France?" } },
    ]);
  });
  await check("tells its roots in the middle of a call", async () => {
    const text = await callWith(client, `${CALL}list_roots`, person);
    assert.equal(text, "2 roots: file:///home/ada, file:///srv/data");
  });
}

async function checkState({ client, exchange }, person) {
  await check("carries the server's state from one round to the next", async () => {
    const before = exchange().length;
    const text = await callWith(client, `${CALL}request_state`, person, accept({ ok: true }));
    const [, number] = /^Please confirm (\d+)$/.exec(person.asked[0].message);
    assert.equal(text, `Ticket ${number} is confirmed: state-ok`);
    const [, { message: { result } }, { message: { params } }] = exchange().slice(before);
    assert.equal(typeof result.requestState, "string");
    assert.equal(params.requestState, result.requestState);
    assert.deepEqual(Object.keys(params.inputResponses), ["confirm"]);
  });
  await check("gets -32602 for a state that was changed on its way", async () => {
    const name = `${CALL}tampered_state`;
    const first = await client.callTool({ name }, { allowInputRequired: true });
    assert.equal(first.resultType, "input_required");
    const requestState = changed(first.requestState);
    const inputResponses = { confirm: { action: "accept", content: { ok: true } } };
    const second = client.callTool({ name, requestState, inputResponses }, { allowInputRequired: true });
    await assert.rejects(second, isProtocolError(INVALID_PARAMS));
  });
}

async function checkRounds({ client, exchange }, person) {
  await check("answers three questions of one round", async () => {
    const before = exchange().length;
    const text = await callWith(client, `${CALL}multiple_inputs`, person, accept({ name: "Ada" }));
    assert.match(text, /^Paris, Ada! You are number \d+ and have 2 roots\.$/);
    assert.equal(person.asked.length, 3);
    const travelled = exchange().slice(before);
    assert.deepEqual(travelled.map(describe), ["tools/call", "answer", "tools/call", "answer"]);
    const { inputRequests } = travelled[1].message.result;
    assert.deepEqual(Object.keys(inputRequests).sort(), ["client_roots", "greeting", "user_name"]);
  });
  await check("answers two rounds of questions, the second one about the first answer", async () => {
    const answers = { name: "Ada", color: "blue" };
    const before = exchange().length;
    const text = await callWith(client, `${CALL}multi_round`, person, ({ requestedSchema }) => {
      const [field] = Object.keys(requestedSchema.properties);
      return { action: "accept", content: { [field]: answers[field] } };
    });
    assert.match(text, /^Number \d+, Ada, likes blue\.$/);
    assert.deepEqual(person.asked.map(({ message }) => message), [
      "Step 1: What is your name?", "Step 2: What is your favorite color, Ada?",
    ]);
    const calls = exchange().slice(before).filter(({ from }) => from === "client");
    assert.equal(calls.length, 3);
  });
}

// A client without capabilities.
async function checkNobody(connect) {
  const { client } = await connect({ pin: REVISION });
  await check("is asked nothing when it says that it cannot answer", async () => {
    const { content } = await client.callTool({ name: `${CALL}capabilities` });
    assert.deepEqual(content, [{ type: "text", text: "There is nobody to ask." }]);
  });
  const needs = {
    elicitation: { elicitation: { form: {} } },
    sampling: { sampling: {} },
    list_roots: { roots: {} },
  };
  for (const [what, requiredCapabilities] of Object.entries(needs)) {
    await check(`is told by -32021 what ${CALL}${what} needs`, async () => {
      await assert.rejects(client.callTool({ name: `${CALL}${what}` }), (error) => {
        assert.ok(isProtocolError(MISSING_CAPABILITY)(error), String(error));
        assert.deepEqual(error.data?.requiredCapabilities, requiredCapabilities);
        return true;
      });
    });
  }
  await within(CLOSE_DEADLINE_MS, client.close(), "closing");
}

/** The text that a tool answers with. */
async function callWith(client, name, person, answer) {
  person.asked = [];
  person.answer = answer;
  const { content, isError } = await client.callTool({ name });
  assert.notEqual(isError, true, JSON.stringify(content));
  return content[0].text;
}

/** The same but for one character in the middle. */
function changed(state) {
  const middle = state.length >> 1;
  return state.slice(0, middle) + (state[middle] === "A" ? "B" : "A") + state.slice(middle + 1);
}
