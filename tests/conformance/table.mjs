// The table of results in docs/conformance.md.

import { readFileSync, writeFileSync } from "node:fs";

import { passes } from "./results.mjs";

// The first pattern that a scenario's name matches is its area.
const AREAS = [
  ["Tools", /^tools[-_]|^json-schema-/],
  ["HTTP, request metadata, discovery", /^http-|^request-|^server-|^dns-/],
  ["Resources", /^resources-|^sep-2164-/],
  ["Prompts", /^prompts-/],
  ["Completion", /^completion-/],
  ["Cache hints", /^caching$/],
  ["Requests for input", /^input-required-|^sep-2322-/],
  ["Authorization", /^auth\/(?!client-credentials|enterprise-managed|dpop|wif)/],
  ["Authorization (extensions)", /^auth\//],
  ["Tasks (an extension)", /^tasks-/],
  ["Skills (an extension)", /^sep-2640-/],
  ["Others", /^/],
];

/** The table's text for results of a whole run. */
export function table(results, { required }) {
  const whole = (scenarios) => scenarios.filter((name) => [...(results.get(name)?.values() ?? [])].every(passes));
  const rows = AREAS.map(([area]) => [area, [...results.keys()].filter((name) => areaOf(name) === area)])
    .filter(([, scenarios]) => scenarios.length > 0)
    .map(([area, scenarios]) => {
      const checks = scenarios.flatMap((name) => [...results.get(name).values()]);
      const good = checks.filter(passes).length;
      return `| ${area} | ${scenarios.length} | ${whole(scenarios).length} | ${checks.length} | ${good} |`;
    });
  return [
    `Of the ${required.length} scenarios that the revision requires, ${whole(required).length} pass in full.`,
    "",
    "| area | scenarios | passing in full | checks reported | passing |",
    "|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

function areaOf(scenario) {
  return AREAS.find(([, pattern]) => pattern.test(scenario))[0];
}

/** Puts `text` between the marks of `set` in `file`, and says whether it stood there already. */
export function place(file, set, text, write) {
  const [begin, end] = [`<!-- ${set}: written by tests/conformance/run -->`, "<!-- end -->"];
  const page = readFileSync(file, "utf8");
  const from = page.indexOf(begin) + begin.length;
  const to = page.indexOf(end, from);
  if (from < begin.length || to < 0) throw new Error(`${file} has no marks for ${set}`);
  const next = `${page.slice(0, from)}\n${text}\n${page.slice(to)}`;
  if (next !== page && write) writeFileSync(file, next);
  return next === page;
}
