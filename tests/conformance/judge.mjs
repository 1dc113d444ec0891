// Compares results with the list of checks that are known not to pass:
//
//   node judge.mjs <role> <revision> <results> <requirements.yaml> <baseline> <page> [--write-docs] [scenario…]
//
// Without a scenario it judges a whole run, which includes the table in <page>. A check passes when its status is
// SUCCESS: warnings and skipped checks stand in the list like failures, so that none appears unnoticed. Scenarios that
// the revision requires cannot stand there, but for an area that is missing as a whole. The last line says
// `N passed, N failed`.

import { readFileSync } from "node:fs";
import { basename } from "node:path";

import { passes, readRequirements, readResults } from "./results.mjs";
import { place, table } from "./table.mjs";

// What the client does not do yet: authorization.
const MISSING = { server: [], client: [/^auth\//] };

const [role, revision, folder, requirementsFile, baselineFile, page, ...rest] = process.argv.slice(2);
const set = `${role}-${revision}`;
const write = rest.includes("--write-docs");
const named = rest.filter((argument) => argument !== "--write-docs");

const requirements = readRequirements(role, requirementsFile);
const results = readResults(role, folder);
const whole = named.length === 0;
const lines = readFileSync(baselineFile, "utf8").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
const scenarioOf = (line) => line.split(":")[0];
const expected = whole
  ? new Set([...requirements.required, ...requirements.others, ...lines.map(scenarioOf)])
  : new Set(named);
const unused = new Set(lines.filter((line) => expected.has(scenarioOf(line))));

let passed = 0;
let known = 0;
let failed = 0;
const fail = (text) => {
  failed += 1;
  console.log(`not ok ${text.replace(/\s+/g, " ").slice(0, 600)}`);
};

const isMissing = (scenario) => MISSING[role].some((area) => area.test(scenario));
const excused = (scenario) => !requirements.required.includes(scenario) || isMissing(scenario);
for (const line of lines.filter((line) => !excused(scenarioOf(line)))) {
  fail(`${line} is required and cannot stand in ${basename(baselineFile)}`);
}
for (const scenario of expected) {
  const checks = results.get(scenario);
  if (checks === undefined || checks.size === 0) fail(`${scenario}: the runner reported nothing`);
  else judge(scenario, checks);
}
for (const line of unused) fail(`${line} did not fail: take it out of ${basename(baselineFile)}`);
if (whole && failed === 0) judgePage();

if (known > 0) console.log(`${known} checks are known not to pass, and do not`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function judge(scenario, checks) {
  const all = `${scenario}:*`;
  const maySkip = unused.has(all);
  let good = 0;
  let surprises = 0;
  for (const [id, check] of checks) {
    const line = `${scenario}:${id}`;
    if (passes(check)) {
      good += 1;
    } else if (unused.delete(line)) {
      known += 1;
    } else if (maySkip && check.status === "SKIPPED") {
      unused.delete(all);
      known += 1;
    } else {
      surprises += 1;
      fail(`${line} ${check.status}${check.message && ": "}${check.message}`);
    }
  }
  passed += good;
  if (good === checks.size) console.log(`ok ${scenario}: ${good} checks`);
  else if (surprises === 0) console.log(`known ${scenario}: ${good} of ${checks.size} checks pass`);
}

function judgePage() {
  if (place(page, set, table(results, requirements), write)) passed += 1;
  else if (write) console.log(`wrote the table in ${basename(page)}`);
  else fail(`the table in ${basename(page)} is out of date: run again with --write-docs`);
}
