import { runAgain, type RunOptions, runStep, type StepOutcome } from "./runStep";
import type { Plan, Step } from "./steps";
import { summarise, type Verdict } from "./summary";
import { isSameSuite, readUnstable, type UnstableSuite, writeUnstable } from "./unstable";

export interface PlanOptions extends RunOptions {
  /** The file that lists unstable suites. The list of the previous run is read, then overwritten. */
  unstableFile: string;
}

const sideBySide = 2;

/** Runs every step, then each failed suite once more. Prints all failures; returns the exit code. */
export async function runPlan(plan: Plan, options: PlanOptions): Promise<number> {
  const print = options.print ?? console.log;
  const before = readUnstable(options.unstableFile);
  const outcomes: StepOutcome[] = [];
  const hasPassed = (name: string) =>
    outcomes.some(({ step, failure, notRun }) => step.name === name && !failure && notRun.size === 0);
  for (const group of plan) {
    const ending = outcomes.filter(({ step, failure }) => failure && "command" in step && step.endsRun);
    if (ending.length > 0) {
      const missing = ending.map(({ step }) => step.name);
      outcomes.push(...group.map((step) => skip(step, missing)));
      continue;
    }
    const waiting = [...group];
    const work = async () => {
      for (let step = waiting.shift(); step; step = waiting.shift())
        outcomes.push(await runStep(step, hasPassed, group.length > 1 ? { ...options, print } : options));
    };
    await Promise.all(Array.from({ length: sideBySide }, work));
  }
  const verdict = await judge(outcomes, before, options);
  const hasRun = (suite: UnstableSuite) =>
    verdict.suites.some((outcome) => isSameSuite({ step: outcome.step.name, suite: outcome.suite }, suite));
  writeUnstable(options.unstableFile, [...before.filter((suite) => !hasRun(suite)), ...verdict.unstable]);
  const { lines, failedCount } = summarise(verdict);
  for (const line of lines) print(line);
  return failedCount > 0 ? 1 : 0;
}

function skip(step: Step, missing: string[]): StepOutcome {
  const parts = "command" in step ? [step.name] : Object.keys(step.projects);
  return { step, suites: [], notRun: new Map(parts.map((part) => [part, missing])) };
}

/**
 * Runs failed suites again. A suite that now passes is unstable; it counts as failed if it was also unstable in the
 * previous run.
 */
async function judge(
  outcomes: readonly StepOutcome[],
  before: readonly UnstableSuite[],
  options: RunOptions,
): Promise<Verdict> {
  const print = options.print ?? console.log;
  const verdict: Verdict = { outcomes, suites: [], unstable: [], repeated: [] };
  for (const { step, suites } of outcomes) {
    if ("command" in step) continue;
    const again = step.runsOnce ? [] : suites.filter(({ failed }) => failed.length > 0);
    verdict.suites.push(
      ...suites.filter((suite) => !again.includes(suite)).map((suite) => ({ step, ...suite })),
    );
    if (again.length === 0) continue;
    print(`\nRunning again, one at a time: ${again.map(({ suite }) => suite).join(" ")}`);
    const second = await runAgain(
      step,
      again.map(({ suite }) => suite),
      options,
    );
    for (const first of again) {
      const retried = second.suites.find(({ suite }) => suite === first.suite);
      if (!retried || retried.failed.length > 0) {
        verdict.suites.push({ step, ...(retried ?? first) });
        continue;
      }
      const unstable = { step: step.name, suite: first.suite, tests: first.failed };
      verdict.unstable.push(unstable);
      const isRepeated = before.some((suite) => isSameSuite(suite, unstable));
      if (isRepeated) verdict.repeated.push(unstable);
      verdict.suites.push({ step, ...(isRepeated ? first : retried) });
    }
  }
  return verdict;
}
