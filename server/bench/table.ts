/** Formats the measurements as Markdown. */
import { contestants, type ContestantName } from "./contestants";
import type { Workload } from "./workloads";

/** One server under one load, in one repetition. */
export interface Measurement {
  workload: Workload;
  contestant: ContestantName;
  connections: number;
  repeat: number;
  /** Responses per second. */
  rate: number;
  /** True if the load's core was busy, so that the server might have been faster. */
  isLoadBusy: boolean;
  /** CPU time of all threads per response, in microseconds; undefined if the system does not report it. */
  cpu: number | undefined;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Peak memory (RSS) in bytes; undefined if the system does not report it. */
  memory: number | undefined;
}

/** Computes the speed of a server; a higher value is faster. */
type Speed = (one: Measurement) => number;

export const byRate: Speed = ({ rate }) => rate;
/** Speed by CPU time, which is valid even on a busy machine if the server runs on one core. */
export const byComputing: Speed = ({ cpu }) => 1 / (cpu ?? NaN);

interface Spread {
  median: number;
  min: number;
  max: number;
}

/** Returns the table of ratios that guide the product's development, at the maximum number of connections. */
export function ratioTable(all: readonly Measurement[], speed: Speed): string {
  const connections = Math.max(...all.map((one) => one.connections));
  const rows = workloadsOf(all).map((workload) => {
    const of = (name: ContestantName) => select(all, { workload, connections }, name);
    const shown = (name: ContestantName | undefined, to: ContestantName | undefined) =>
      name && to ? ratioText(ratios(of(name), of(to), speed)) : "–";
    const has = (name: ContestantName) => (workload.contestants.includes(name) ? name : undefined);
    return [
      workload.title,
      shown("product", "raw"),
      shown(has("apollo"), "raw"),
      shown(workload.peer, "raw"),
      shown(has("mercurius-typeorm"), "raw"),
      shown(has("sqlite"), "raw"),
      shown("product", workload.peer),
    ];
  });
  return markdown(
    [
      `${connections} connections, ratio to raw`,
      "product",
      "Apollo + Express",
      "Mercurius + jit (REST: Fastify)",
      "Mercurius over TypeORM",
      "SQLite alone",
      "product to Mercurius (REST: Fastify)",
    ],
    rows,
  );
}

/** Returns a table of a workload's servers with their rates, times and memory. */
export function fullTable(all: readonly Measurement[], workload: Workload): string {
  const rows = [...new Set(all.map(({ connections }) => connections))].flatMap((connections) =>
    workload.contestants.map((name) => {
      const own = select(all, { workload, connections }, name);
      const spread = (value: (one: Measurement) => number) => spreadOf(own.map(value));
      const rate = spread((one) => one.rate);
      const star = own.some(({ isLoadBusy }) => isLoadBusy) ? " *" : "";
      const memory = Math.max(...own.map((one) => one.memory ?? NaN));
      const to = (other: ContestantName | undefined) =>
        other && other !== name
          ? ratioText(ratios(own, select(all, { workload, connections }, other), byRate))
          : "–";
      return [
        String(connections),
        contestants[name],
        rate.min === rate.max
          ? count(rate.median) + star
          : `${count(rate.median)} (${count(rate.min)}–${count(rate.max)})${star}`,
        spread((one) => one.cpu ?? NaN).median.toFixed(0),
        spread((one) => one.p50).median.toFixed(1),
        spread((one) => one.p99).median.toFixed(1),
        Number.isNaN(memory) ? "–" : String(Math.round(memory / 2 ** 20)),
        to("raw"),
        to(workload.peer),
      ];
    }),
  );
  const peer = workload.peer === "fastify" ? "to Fastify" : "to Mercurius";
  return markdown(
    [
      "connections",
      "server",
      "responses per second",
      "µs of computing",
      "p50 ms",
      "p99 ms",
      "peak MB",
      "to raw",
      peer,
    ],
    rows,
  );
}

function workloadsOf(all: readonly Measurement[]): Workload[] {
  return [...new Set(all.map(({ workload }) => workload))];
}

function select(
  all: readonly Measurement[],
  { workload, connections }: Pick<Measurement, "workload" | "connections">,
  name: ContestantName,
): Measurement[] {
  return all.filter(
    (one) => one.workload === workload && one.connections === connections && one.contestant === name,
  );
}

/** Compares two servers in the same repetition, which reduces the influence of other load on the machine. */
function ratios(own: readonly Measurement[], others: readonly Measurement[], speed: Speed): Spread {
  return spreadOf(own.map((one) => speed(one) / speed(others.find(({ repeat }) => repeat === one.repeat)!)));
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
}

export function ratioText({ median, min, max }: Spread): string {
  if (Number.isNaN(median)) return "–";
  const [shown, low, high] = [median, min, max].map((value) => value.toPrecision(value < 0.1 ? 2 : 3));
  return low === high ? shown! : `${shown} (${low}–${high})`;
}

function count(value: number): string {
  return Math.round(value).toLocaleString("en");
}

export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
