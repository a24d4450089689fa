import { writeFileSync } from "node:fs";
import { runToEnd } from "../processes";
import type { LoadPlan, PhaseResult } from "./plan";

/** Milliseconds after the planned duration at which the load process is assumed to be stuck. */
const hangsAfterMs = 30_000;

/** Sends load to a server from a separate process, on a separate core if possible. Throws if a response was wrong. */
export async function runLoad(planFile: string, plan: LoadPlan, core?: number): Promise<PhaseResult[]> {
  writeFileSync(planFile, JSON.stringify(plan));
  const args = ["--import", "tsx", "server/bench/load/loadProcess.ts", planFile];
  // An unresponsive server must not block the bench.
  const withinMs = plan.phases.reduce((sum, { seconds }) => sum + seconds * 1000, hangsAfterMs);
  const output = await runToEnd({ args, env: { NODE_ENV: "production" } }, { core, withinMs });
  const results = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as PhaseResult);
  for (const { failure, failures, answers } of results)
    if (failures > 0)
      throw new Error(`${failures} wrong and ${answers} correct responses, for example: ${failure}`);
  return results;
}
