// The official TypeScript client against the `everything` example, over stdio:
//
//   node everything-stdio.mjs <everything> <folder for recordings>

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { check, finish, within } from "../report.mjs";
import { CLOSE_DEADLINE_MS, REVISION, realComplaints } from "./checks.mjs";
import { overStdio } from "./connections.mjs";
import { checkContents } from "./contents.mjs";
import { checkEvents, checkShutdown } from "./events.mjs";
import { checkQuestions } from "./questions.mjs";
import { assertOnlyMessages, readEnded } from "./wire.mjs";

const [everything, recordings] = process.argv.slice(2);
const connect = overStdio(everything, recordings);

let session;
if (await check("connects", async () => (session = await connect({ pin: REVISION })))) {
  await checkContents(session);
  await check("understood all of the contents", async () => {
    await within(CLOSE_DEADLINE_MS, session.client.close(), "closing");
    assert.deepEqual(realComplaints(session.complaints), []);
  });
  await checkQuestions(connect);
  await checkEvents(connect);
  await checkShutdown(start);
  await check("stdout carried nothing but messages, and each server ended with status 0", assertAllRecordings);
}
finish();

// The server is started by connecting.
async function start() {
  let pid;
  let file;
  return {
    connect: async (mode) => {
      const connected = await connect(mode);
      ({ pid, file } = connected);
      return connected;
    },
    stop: async () => {
      process.kill(pid, "SIGTERM");
      const { exit } = await readEnded(file, CLOSE_DEADLINE_MS);
      return exit.code;
    },
    farewell: ["answer", "notifications/cancelled"],
  };
}

async function assertAllRecordings() {
  const files = readdirSync(recordings);
  assert.ok(files.length >= 6, `${files.length} recordings`);
  for (const file of files) {
    const recording = await readEnded(join(recordings, file), CLOSE_DEADLINE_MS);
    assertOnlyMessages(recording);
    assert.deepEqual(recording.exit, { code: 0, signal: null });
  }
}
