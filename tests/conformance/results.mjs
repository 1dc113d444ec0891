// What the runner left behind, and what it was to run.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

// A later one hides an earlier one. INFO says nothing about us and is left out; SKIPPED says that a check did not run,
// which another report of it can make up for.
const STATUSES = ["SKIPPED", "SUCCESS", "WARNING", "FAILURE"];

/**
 * The results in `folder`: for each scenario a map from check to `{status, message}`. A check that a scenario reports
 * several times has its worst status.
 *
 * A client that wrote to standard error has failed, whatever was seen of it until then.
 */
export function readResults(role, folder) {
  const results = new Map();
  for (const file of readdirSync(folder, { recursive: true }).sort()) {
    const scenario = PATTERNS[role].exec(file)?.[1];
    if (!scenario) continue;
    const checks = merged(JSON.parse(readFileSync(join(folder, file), "utf8")));
    const complaint = role === "client" ? readFileSync(join(folder, dirname(file), "stderr.txt"), "utf8").trim() : "";
    if (complaint !== "" && [...checks.values()].every(passes)) {
      checks.set("ends-in-good-order", { status: "FAILURE", message: complaint });
    }
    results.set(scenario, checks);
  }
  return results;
}

const PATTERNS = {
  server: /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z\/checks\.json$/,
  client: /^(.+)-\d{4}-\d\d-\d\dT[\d-]+Z\/checks\.json$/,
};

function merged(reports) {
  const checks = new Map();
  for (const { id, status, errorMessage } of reports) {
    if (status === "INFO") continue;
    const rank = STATUSES.indexOf(status);
    const check = { status, message: errorMessage ?? "", rank: rank < 0 ? STATUSES.length : rank };
    if (check.rank >= (checks.get(id)?.rank ?? 0)) checks.set(id, check);
  }
  return checks;
}

export const passes = ({ status }) => status === "SUCCESS";

/** The names in a requirements file of the runner: those that decide about conformance, and the others. */
export function readRequirements(role, file) {
  const text = readFileSync(file, "utf8");
  const names = (source, pattern) => [...source.matchAll(pattern)].map(([, name]) => name);
  const requirements = {
    required: names(section(text, role), /^ +- (\S+)$/gm),
    others: names(section(text, "not_scored"), new RegExp(`^ +- scenario: (\\S+)\\n +leg: ${role}$`, "gm")),
  };
  if (requirements.required.length === 0) throw new Error(`${file} names no scenario`);
  return requirements;
}

function section(yaml, name) {
  return new RegExp(`^${name}:\\n((?: .*\\n|\\n)*)`, "m").exec(yaml)?.[1] ?? "";
}
