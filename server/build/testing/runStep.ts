import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Step, SuiteStep } from "./steps";

export interface SuiteOutcome {
  /** The suite's path from the root of the project. */
  suite: string;
  passed: number;
  failed: string[];
}

export interface StepOutcome {
  step: Step;
  /** A failure of the step itself: a command's exit code, or jest failing outside its suites. */
  failure?: string;
  suites: SuiteOutcome[];
  /** The projects that could not run, each with the failed steps that it needs. */
  notRun: Map<string, string[]>;
}

/** The parts of jest's `--json` report that a run reads. */
interface JestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

export interface RunOptions {
  root: string;
  /** Receives the output once the step has ended. If omitted, output is streamed to the terminal. */
  print?: (output: string) => void;
  jestOptions?: readonly string[];
}

/** Runs a step, except the projects whose required steps have not passed. */
export async function runStep(
  step: Step,
  hasPassed: (name: string) => boolean,
  options: RunOptions,
): Promise<StepOutcome> {
  const needs = "command" in step ? { [step.name]: step.needs ?? [] } : step.projects;
  const lacking = Object.entries(needs).map(([part, names]) => ({
    part,
    missing: names.filter((name) => !hasPassed(name)),
  }));
  const notRun = new Map(
    lacking.filter(({ missing }) => missing.length > 0).map(({ part, missing }) => [part, missing]),
  );
  const runnable = lacking.map(({ part }) => part).filter((part) => !notRun.has(part));
  if (runnable.length === 0) return { step, suites: [], notRun };
  if ("command" in step) {
    const code = await runCommand(step.command, {}, options);
    return { step, failure: code === 0 ? undefined : `ended with ${code}`, suites: [], notRun };
  }
  return { step, notRun, ...(await runSuites(step, runnable, options)) };
}

export const runAgain = (step: SuiteStep, suites: readonly string[], options: RunOptions) =>
  runSuites({ ...step, workers: 1 }, Object.keys(step.projects), {
    ...options,
    jestOptions: [
      ...(options.jestOptions ?? []),
      "--testPathPatterns",
      ...suites.map((suite) => toPattern(join(options.root, suite))),
    ],
  });

async function runSuites(
  step: SuiteStep,
  projects: readonly string[],
  options: RunOptions,
): Promise<Pick<StepOutcome, "failure" | "suites">> {
  const folder = await mkdtemp(join(tmpdir(), "visaport-report-"));
  const file = join(folder, "jest.json");
  const code = await runCommand(
    [
      ...[process.execPath, "--experimental-vm-modules", "--no-warnings", jest],
      ...["--json", "--outputFile", file, "--selectProjects", ...projects],
      ...(step.workers ? ["--maxWorkers", String(step.workers)] : []),
      ...(options.jestOptions ?? []),
    ],
    step.environment ?? {},
    options,
  );
  const report = await readFile(file, "utf8").catch(() => undefined);
  await rm(folder, { recursive: true });
  if (report === undefined) return { failure: `jest ended with ${code} and no report`, suites: [] };
  const suites = (JSON.parse(report) as JestReport).testResults.map((result) =>
    readSuite(result, options.root),
  );
  const isExplained = code === 0 || suites.some(({ failed }) => failed.length > 0);
  return { failure: isExplained ? undefined : `jest ended with ${code}`, suites };
}

const jest = fileURLToPath(new URL("../../../node_modules/jest/bin/jest.js", import.meta.url));
/** Converts a path to a regular expression that matches only it. */
export const toPattern = (path: string) => `${path.replaceAll(/[^\w/-]/g, "\\$&")}$`;

function readSuite(
  { name, status, assertionResults }: JestReport["testResults"][number],
  root: string,
): SuiteOutcome {
  const named = (wanted: string) =>
    assertionResults.filter((result) => result.status === wanted).map(({ fullName }) => fullName);
  const failed = named("failed");
  if (status === "failed" && failed.length === 0) failed.push("(the suite itself)");
  return { suite: relative(root, name), passed: named("passed").length, failed };
}

async function runCommand(
  [command = "", ...given]: readonly string[],
  environment: Readonly<Record<string, string>>,
  { root, print }: RunOptions,
): Promise<number> {
  const child = spawn(command, given, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: print ? ["ignore", "pipe", "pipe"] : "inherit",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      print?.(output);
      resolve(code ?? 1);
    });
  });
}
