// How the official TypeScript client hears of changes through `subscriptions/listen`. `connect` is as connections.mjs
// has it.

import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";

import { check, within } from "../report.mjs";
import { CLOSE_DEADLINE_MS, REVISION, describe, realComplaints } from "./checks.mjs";

const WATCHED = "test://watched-resource";
const SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId";
const EVENT_DEADLINE_MS = 5_000;
const TRIGGERS = {
  "notifications/tools/list_changed": "test_trigger_tool_change",
  "notifications/prompts/list_changed": "test_trigger_prompt_change",
  "notifications/resources/updated": "test_trigger_resource_update",
};

/** All but the end of the server. */
export async function checkEvents(connect) {
  const session = await connect({ pin: REVISION });
  const heard = hear(session.client);
  await checkDelivery(session, heard);
  await checkSelection(session, heard);
  await checkClosing(session, heard);
  await check("understood all that it heard", async () => {
    await within(CLOSE_DEADLINE_MS, session.client.close(), "closing");
    assert.deepEqual(realComplaints(session.complaints), []);
  });
  await checkHandlers(connect);
}

/**
 * `start` starts a server: `connect` to it, `stop`, which ends it by SIGTERM and resolves to its exit status, and
 * `farewell`, what it sends to a subscription that it ends.
 */
export async function checkShutdown(start) {
  await check("sees the graceful end of its subscription when the server is told to stop", async () => {
    const { connect, stop, farewell } = await start();
    const { client, exchange } = await connect({ pin: REVISION });
    const { closed } = await client.listen({ toolsListChanged: true });
    const stopped = stop();
    assert.equal(await within(EVENT_DEADLINE_MS, closed, "the end of the subscription"), "graceful");
    assert.equal(await within(CLOSE_DEADLINE_MS, stopped, "the end of the server"), 0);
    await within(CLOSE_DEADLINE_MS, client.close(), "closing");

    const travelled = exchange();
    const listen = travelled.findIndex(({ message }) => message.method === "subscriptions/listen");
    const { id } = travelled[listen].message;
    assert.deepEqual(travelled.slice(listen + 1).map(describe), [
      "notifications/subscriptions/acknowledged", ...farewell,
    ]);
    assert.equal(travelled[listen + 2].message.id, id);
    assert.equal(travelled[listen + 2].message.result._meta[SUBSCRIPTION_KEY], id);
  });
}

/** The notifications of changes that the client hands on, in order. */
function hear(client) {
  const heard = [];
  for (const method of Object.keys(TRIGGERS)) {
    client.setNotificationHandler(method, (notification) => {
      heard.push(notification);
    });
  }
  return heard;
}

async function checkDelivery({ client, exchange }, heard) {
  const filter = { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: [WATCHED] };
  let subscription;
  await check("subscribes to three kinds of changes, and all are granted", async () => {
    subscription = await client.listen(filter, { timeout: EVENT_DEADLINE_MS });
    assert.deepEqual(subscription.honoredFilter, filter);
  });
  for (const [method, tool] of Object.entries(TRIGGERS)) {
    await check(`hears ${method}`, async () => {
      heard.length = 0;
      assert.equal(await trigger(client, tool), 1);
      await until(() => heard.length > 0, method);
      assert.deepEqual(heard.map((one) => one.method), [method]);
      const [listen] = exchange().filter(({ message }) => message.method === "subscriptions/listen");
      const { message } = exchange().findLast(({ message: { method: of } }) => of === method);
      assert.equal(message.params._meta[SUBSCRIPTION_KEY], listen.message.id);
    });
  }
  await check("reads the changed resource after it heard of the change", async () => {
    const value = async () => {
      const { contents } = await client.readResource({ uri: WATCHED });
      return Number(/^Changes so far: (\d+)$/.exec(contents[0].text)[1]);
    };
    const before = await value();
    heard.length = 0;
    await trigger(client, TRIGGERS["notifications/resources/updated"]);
    await until(() => heard.length > 0, "the update");
    assert.equal(heard[0].params.uri, WATCHED);
    assert.equal(await value(), before + 1);
  });
  await check("hears of 20 changes in a row", async () => {
    heard.length = 0;
    for (let count = 0; count < 20; count += 1) await trigger(client, "test_trigger_tool_change");
    // Changes of the same kind may be told as one, but the last of them is not lost.
    await until(() => heard.length > 0, "a change");
    assert.ok(heard.every(({ method }) => method === "notifications/tools/list_changed"));
  });
  await check("ends the subscription, and the server forgets it", async () => {
    await subscription.close();
    assert.equal(await within(EVENT_DEADLINE_MS, subscription.closed, "the end"), "local");
    await forgotten(client);
  });
}

async function checkSelection({ client }, heard) {
  await check("hears only of what it subscribed to", async () => {
    const subscription = await client.listen({ promptsListChanged: true }, { timeout: EVENT_DEADLINE_MS });
    assert.deepEqual(subscription.honoredFilter, { promptsListChanged: true });
    heard.length = 0;
    assert.equal(await trigger(client, "test_trigger_tool_change"), 0);
    assert.equal(await trigger(client, "test_trigger_resource_update"), 0);
    assert.equal(await trigger(client, "test_trigger_prompt_change"), 1);
    await until(() => heard.length > 0, "the change of the prompts");
    assert.deepEqual(heard.map(({ method }) => method), ["notifications/prompts/list_changed"]);
    await subscription.close();
  });
  await check("two subscriptions hear of one change, each by its own id", async () => {
    const both = [await client.listen({ toolsListChanged: true }), await client.listen({ toolsListChanged: true })];
    heard.length = 0;
    assert.equal(await trigger(client, "test_trigger_tool_change"), 2);
    await until(() => heard.length === 2, "both");
    const ids = heard.map(({ params }) => params?._meta?.[SUBSCRIPTION_KEY]);
    assert.equal(new Set(ids).size, 2, `ids: ${ids}`);
    await Promise.all(both.map((one) => one.close()));
  });
}

async function checkClosing({ client }, heard) {
  await check("hears nothing after the end of its subscriptions", async () => {
    await forgotten(client);
    heard.length = 0;
    for (const tool of Object.values(TRIGGERS)) assert.equal(await trigger(client, tool), 0);
    assert.deepEqual(heard, []);
  });
}

// With these handlers the client subscribes by itself, and fetches the list that has changed.
async function checkHandlers(connect) {
  await check("fetches lists anew when its handlers of changed lists are due", async () => {
    const seen = { tools: [], prompts: [] };
    const listChanged = {
      tools: { debounceMs: 0, onChanged: (error, tools) => seen.tools.push(error ?? tools.length) },
      prompts: { debounceMs: 0, onChanged: (error, prompts) => seen.prompts.push(error ?? prompts.length) },
    };
    const { client } = await connect({ pin: REVISION }, { listChanged });
    const granted = client.autoOpenedSubscription?.honoredFilter;
    assert.deepEqual(granted, { toolsListChanged: true, promptsListChanged: true });
    await trigger(client, "test_trigger_tool_change");
    await trigger(client, "test_trigger_prompt_change");
    await until(() => seen.tools.length > 0 && seen.prompts.length > 0, "both lists");
    assert.deepEqual(seen, { tools: [24], prompts: [5] });
    await within(CLOSE_DEADLINE_MS, client.close(), "closing");
  });
}

/** Makes a change; the number of subscriptions that will hear of it. */
async function trigger(client, tool) {
  const { content: [{ text }] } = await client.callTool({ name: tool });
  return Number(/^Subscriptions to .*: (\d+)$/.exec(text)[1]);
}

// The end of a subscription reaches the server beside the next calls.
async function forgotten(client) {
  const end = Date.now() + EVENT_DEADLINE_MS;
  for (;;) {
    const counts = [];
    for (const tool of Object.values(TRIGGERS)) counts.push(await trigger(client, tool));
    if (counts.every((count) => count === 0)) return;
    assert.ok(Date.now() < end, `the server still has subscriptions: ${counts}`);
    await delay(20);
  }
}

async function until(holds, what) {
  const end = Date.now() + EVENT_DEADLINE_MS;
  while (!holds()) {
    assert.ok(Date.now() < end, `${what} did not come within ${EVENT_DEADLINE_MS} ms`);
    await delay(5);
  }
}
