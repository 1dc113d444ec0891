// The Inspector's command line, which prints one JSON object and tells the outcome by its exit status. It is run as the
// arguments of this process say:
//
//   <launcher> --stdio <program>
//   <launcher> --http <url of a running server>

import assert from "node:assert/strict";
import { execFile } from "node:child_process";

const [launcher, transport, target] = process.argv.slice(2);
const PROGRAM = transport === "--stdio" ? ["--", target, "--stdio"] : [];
const ENDPOINT = transport === "--http" ? [target, "--transport", "http"] : [];

const DEADLINE_MS = 12_000;
export const EXIT_OK = 0;
export const EXIT_FAILED = 1;
export const EXIT_TOOL_FAILED = 5;

/** What the command printed when it was told to call a tool. */
export function call(status, tool, args, era) {
  return run(status, "tools/call", ["--tool-name", tool, "--tool-args-json", JSON.stringify(args)], era);
}

/** What the command printed: `result` from standard output and `error` from standard error, where there was one. */
export async function run(status, method, options = [], era = "modern") {
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
