// What the runner left behind, and what it was to run.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// From the best to the worst. INFO says nothing about us and is left out.
const STATUSES = ["SUCCESS", "SKIPPED", "WARNING", "FAILURE"];

/**
 * The results in `folder`: for each scenario a map from check to `{status, message}`. A check that a scenario reports
 * several times has its worst status.
 */
export function readResults(folder) {
  const results = new Map();
  for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)?.[1];
    const file = join(folder, name, "checks.json");
    if (scenario && existsSync(file)) results.set(scenario, merged(JSON.parse(readFileSync(file, "utf8"))));
  }
  return results;
}

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
export function readRequirements(file) {
  const text = readFileSync(file, "utf8");
  const names = (source, pattern) => [...source.matchAll(pattern)].map(([, name]) => name);
  const requirements = {
    required: names(section(text, "server"), /^ +- (\S+)$/gm),
    others: names(section(text, "not_scored"), /^ +- scenario: (\S+)\n +leg: server$/gm),
  };
  if (requirements.required.length === 0) throw new Error(`${file} names no scenario`);
  return requirements;
}

function section(yaml, name) {
  return new RegExp(`^${name}:\\n((?: .*\\n|\\n)*)`, "m").exec(yaml)?.[1] ?? "";
}
