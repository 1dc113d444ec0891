// Stands between a client and a stdio server and records what passes:
//
//   node tap.mjs <folder> <command> [argument…]
//
// Bytes go through unchanged, signals are handed on and the exit status is the server's. The recording is
// <folder>/<own pid>.jsonl, one event per line, written before the bytes travel on, so that whoever has received a
// message finds it recorded.

import { spawn } from "node:child_process";
import { openSync, writeSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";

// How long the server may take to end once its input is closed or it was told to stop.
const GRACE_MS = 15_000;

const [folder, command, ...args] = process.argv.slice(2);
const recording = openSync(join(folder, `${process.pid}.jsonl`), "ax");
const record = (event) => writeSync(recording, `${JSON.stringify(event)}\n`);

const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });

let killer;
const expectEnd = () => {
  killer ??= setTimeout(() => server.kill("SIGKILL"), GRACE_MS);
};

forward("client", process.stdin, server.stdin);
process.stdin.on("end", () => {
  record({ inputClosed: true });
  server.stdin.end();
  expectEnd();
});

forward("server", server.stdout, process.stdout);

for (const signal of ["SIGTERM", "SIGINT"]) {
  process.on(signal, () => {
    record({ signal });
    server.kill(signal);
    expectEnd();
  });
}

server.on("error", (error) => {
  console.error(`${command}: ${error.message}`);
  process.exit(127);
});
server.on("close", (code, signal) => {
  clearTimeout(killer);
  record({ exit: { code, signal } });
  const status = code ?? 128 + constants.signals[signal];
  process.stdout.write("", () => process.exit(status));
});

function forward(from, source, sink) {
  source.on("data", (chunk) => {
    record({ from, bytes: chunk.toString("base64") });
    if (!sink.write(chunk)) {
      source.pause();
      sink.once("drain", () => source.resume());
    }
  });
  // The other end may be gone already; its exit is what gets recorded.
  sink.on("error", () => source.resume());
}
