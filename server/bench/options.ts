/** Command line options. */
import { parseArgs } from "node:util";
import { workloads, type Workload } from "./workloads";

export interface Options {
  workloads: readonly Workload[];
  /** Duration of each load, for each number of connections. */
  seconds: number;
  /** Duration of the warm-up load. */
  warmSeconds: number;
  repeats: number;
  /** Number of generated applications in the database. */
  requests: number;
}

const usage = `Usage: npm run bench -- [--only <workload>[,<workload>…]] [--seconds 5] [--repeats 3] [--quick]
Workloads: ${workloads.map(({ name }) => name).join(", ")}`;

/** In longer runs, the bench's users would reach their limit of unpaid applications. */
const maxSeconds = 20;

/** Parses the arguments. Throws an error that contains the usage if the options are invalid. */
export function readOptions(args: string[]): Options {
  try {
    return toOptions(args);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`, { cause: error });
  }
}

function toOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: "string" },
      seconds: { type: "string" },
      repeats: { type: "string" },
      quick: { type: "boolean", default: false },
    },
  });
  const { only, quick } = values;
  const names = only?.split(",");
  const unknown = names?.find((name) => !workloads.some((workload) => workload.name === name));
  if (unknown !== undefined) throw new Error(`--only: there is no workload ${unknown}`);
  const seconds = readNumber("seconds", values.seconds ?? (quick ? "1" : "5"), maxSeconds);
  return {
    workloads: workloads.filter(({ name }) => names?.includes(name) ?? true),
    seconds,
    warmSeconds: Math.min(2, seconds),
    repeats: readNumber("repeats", values.repeats ?? (quick ? "1" : "3"), 99),
    requests: quick ? 1_000 : 10_000,
  };
}

/** Reads an integer; throws unless it is from 1 to `max`. */
export function readNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new Error(`--${name}: must be a whole number, 1 to ${max}`);
}
