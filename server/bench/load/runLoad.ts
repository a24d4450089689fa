import { writeFileSync } from "node:fs";
import { runToEnd } from "../processes";
import type { LoadPlan, PhaseResult } from "./plan";

/** What the load may take beyond its time. */
const hangsAfterMs = 30_000;

/** Loads a server from a process of its own, on its own core where there is one. Throws where an answer was not good. */
export async function runLoad(planFile: string, plan: LoadPlan, core?: number): Promise<PhaseResult[]> {
  writeFileSync(planFile, JSON.stringify(plan));
  const args = ["--import", "tsx", "server/bench/load/loadProcess.ts", planFile];
  // A server that no longer answers must not hold the bench up.
  const withinMs = plan.phases.reduce((sum, { seconds }) => sum + seconds * 1000, hangsAfterMs);
  const output = await runToEnd({ args, env: { NODE_ENV: "production" } }, { core, withinMs });
  const results = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as PhaseResult);
  for (const { failure, failures, answers } of results)
    if (failures > 0) throw new Error(`${failures} bad answers beside ${answers} good ones, one: ${failure}`);
  return results;
}
