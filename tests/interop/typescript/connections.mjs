// How the clients are connected.
//
// A `connect(mode, options)` makes a client of a negotiation mode and further client options, connects it, and resolves
// to a session: `client`; `complaints`, the messages of the errors it reported aside, which is whatever it could not
// make sense of: noise, answers nobody waits for, progress without an owner; and `exchange()`, the messages that have
// travelled so far, as `{from, message}` in order.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import { tapFetch } from "./fetch-tap.mjs";
import { messages, readRecording } from "./wire.mjs";

const TIMEOUT = { timeout: 10_000 };

/** `connect` to a program through tap.mjs. A session has the `file` of its recording and `pid`, which takes signals. */
export function overStdio(program, recordings) {
  return async (mode, options = {}) => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [fileURLToPath(new URL("tap.mjs", import.meta.url)), recordings, program, "--stdio"],
      stderr: "inherit",
    });
    const session = await connect(transport, mode, options);
    const { pid } = transport;
    const file = join(recordings, `${pid}.jsonl`);
    // With a revision to negotiate the client asks a process of its own first, so that there may be no recording yet.
    return { ...session, pid, file, exchange: () => (existsSync(file) ? messages(readRecording(file)) : []) };
  };
}

/** `connect` to a URL through fetch-tap.mjs. A session has the `tap`. */
export function overHttp(url) {
  return async (mode, options = {}) => {
    const tap = tapFetch();
    const transport = new StreamableHTTPClientTransport(new URL(url), { fetch: tap.fetch });
    const session = await connect(transport, mode, options);
    return { ...session, tap, exchange: () => tap.travelled.slice() };
  };
}

async function connect(transport, mode, options) {
  const client = new Client(
    { name: "snodo-interop", version: "1.0.0" },
    { ...options, versionNegotiation: { mode } },
  );
  const complaints = [];
  client.onerror = (error) => complaints.push(error.message);
  await client.connect(transport, TIMEOUT);
  return { client, complaints };
}
