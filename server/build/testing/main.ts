/**
 * `npm test` and the `test:…` commands: `tsx server/build/testing/main.ts [plan…] [options for jest]`. The default
 * plan is `all`. See docs/decisions/0034-a-second-try.md.
 */
import { runPlan } from "./runPlan";
import { joinPlans, plans } from "./steps";

const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => word.startsWith("-"));
const named = firstOption < 0 ? given : given.slice(0, firstOption);
const names = named.length > 0 ? named : ["all"];
const unknown = names.find((name) => !Object.hasOwn(plans, name));
if (unknown !== undefined) {
  console.error(`No plan ${unknown}. There are: ${Object.keys(plans).join(", ")}`);
  process.exit(2);
}
process.exitCode = await runPlan(joinPlans(names.map((name) => plans[name] ?? [])), {
  root: process.cwd(),
  jestOptions: firstOption < 0 ? [] : given.slice(firstOption),
  unstableFile: process.env["UNSTABLE_FILE"] ?? "test-output/unstable.json",
});
