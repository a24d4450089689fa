import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A suite that failed, and passed when it ran again alone. */
export interface UnstableSuite {
  step: string;
  suite: string;
  tests: string[];
}

export const isSameSuite = (
  one: Pick<UnstableSuite, "step" | "suite">,
  other: Pick<UnstableSuite, "step" | "suite">,
) => one.step === other.step && one.suite === other.suite;

/** Returns the suites that were unstable in their last run; none if the file does not exist. */
export function readUnstable(file: string): UnstableSuite[] {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as UnstableSuite[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new Error(`${file} cannot be read; delete it and run the tests again`, { cause: error });
  }
}

export function writeUnstable(file: string, suites: readonly UnstableSuite[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(suites, undefined, 2)}\n`);
}
