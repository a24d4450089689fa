import type { StepOutcome, SuiteOutcome } from "./runStep";
import type { Step } from "./steps";
import type { UnstableSuite } from "./unstable";

/** The result of a run, after the second run of failed suites. */
export interface Verdict {
  outcomes: readonly StepOutcome[];
  /** Each suite with its final result. */
  suites: (SuiteOutcome & { step: Step })[];
  unstable: UnstableSuite[];
  /** Unstable suites that were also unstable in the previous run. */
  repeated: UnstableSuite[];
}

const named = ({ step, suite, tests }: UnstableSuite): string[] => [
  `  ${step}: ${suite}`,
  ...tests.map((test) => `    ${test}`),
];

/** Returns the end of the output: failures, skipped projects, unstable suites and, last, the counts. */
export function summarise({ outcomes, suites, unstable, repeated }: Verdict): {
  lines: string[];
  failedCount: number;
} {
  const failedSteps = outcomes.filter(({ failure }) => failure);
  const failedSuites = suites.filter(({ failed }) => failed.length > 0);
  const notRun = outcomes.flatMap((outcome) => [...outcome.notRun]);
  const passedCommands = outcomes.filter(
    ({ step, failure, notRun: missing }) => "command" in step && !failure && missing.size === 0,
  );
  const failures = [
    ...failedSteps.map(({ step, failure }) => `  ${step.name}: ${failure}`),
    ...failedSuites.flatMap(({ step, suite, failed }) => named({ step: step.name, suite, tests: failed })),
  ];
  const failedCount = failedSteps.length + sum(failedSuites.map(({ failed }) => failed.length));
  const passedCount = passedCommands.length + sum(suites.map(({ passed }) => passed));
  const lines = [
    ...section("FAILED:", failures),
    ...section(
      "NOT RUN:",
      notRun.map(([part, missing]) => `  ${part}, which needs ${missing.join(" and ")}`),
    ),
    ...section("UNSTABLE: failed, then passed alone", unstable.flatMap(named)),
    ...section("UNSTABLE TWICE IN A ROW, which counts as failed:", repeated.flatMap(named)),
    "",
    `${passedCount} passed, ${failedCount} failed`,
  ];
  return { lines, failedCount };
}

const section = (title: string, lines: readonly string[]) => (lines.length > 0 ? ["", title, ...lines] : []);
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
