// The official TypeScript client against the `everything` example, over HTTP:
//
//   node everything-http.mjs <everything> <url of it running>
//
// The program is there to be started once more, for a server that may be ended.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { check, finish, within } from "../report.mjs";
import { CLOSE_DEADLINE_MS, REVISION, realComplaints } from "./checks.mjs";
import { overHttp } from "./connections.mjs";
import { checkContents } from "./contents.mjs";
import { checkEvents, checkShutdown } from "./events.mjs";
import { checkHeaders } from "./headers.mjs";
import { checkQuestions } from "./questions.mjs";

const [everything, url] = process.argv.slice(2);
const LIFETIME_MS = 60_000;
const connect = overHttp(url);

let session;
if (await check("connects", async () => (session = await connect({ pin: REVISION })))) {
  await checkContents(session);
  await check("understood all of the contents", async () => {
    await within(CLOSE_DEADLINE_MS, session.client.close(), "closing");
    assert.deepEqual(realComplaints(session.complaints), []);
  });
  await checkQuestions(connect);
  await checkHeaders(connect, url);
  await checkEvents(connect);
  await checkShutdown(start);
}
finish();

async function start() {
  const server = spawn(everything, ["--http", "127.0.0.1:0"], {
    stdio: ["ignore", "ignore", "pipe"], timeout: LIFETIME_MS, killSignal: "SIGKILL",
  });
  const ended = once(server, "exit");
  const [line] = await within(CLOSE_DEADLINE_MS, once(createInterface(server.stderr), "line"), "the server's start");
  return {
    connect: overHttp(/ (http:\S+)$/.exec(line)[1]),
    stop: async () => {
      server.kill("SIGTERM");
      const [code] = await ended;
      return code;
    },
    farewell: ["answer"],
  };
}
