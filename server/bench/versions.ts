/** `npm run bench:versions`: compares the product with another version of it. See server/bench/README.md. */
import "reflect-metadata";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { askFirst, assertSame } from "./compare";
import { copyData, type BenchData } from "./data";
import { runLoad } from "./load/runLoad";
import { readNumber } from "./options";
import { cores, findFreePort, startServer, type Command, type StartedServer } from "./processes";
import { productServer } from "./product";
import { markdown, ratioText, spreadOf } from "./table";
import type { HttpRequest, Workload } from "./workloads";

const usage =
  "Usage: npm run bench:versions -- <built checkout of the other version> [--only <workloads>] [--rounds 12]";
const phase = { connections: 16, seconds: 3 };
const warmPhase = { connections: 16, seconds: 6 };
const applications = 10_000;

const own = process.cwd();
const disk = resolve("node_modules/.cache/visaport");
mkdirSync(disk, { recursive: true });
const folder = mkdtempSync(join(disk, "bench-versions-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

interface Version {
  server: StartedServer;
  port: number;
}

/** The data and requests that the other version prepared. */
interface Prepared {
  data: BenchData;
  workloads: (Workload & { requests: readonly HttpRequest[] })[];
  command: Command;
}

async function bench(other: string, only: readonly string[], rounds: number): Promise<void> {
  const ports = [await findFreePort(), await findFreePort()] as const;
  const { data, workloads, command } = prepare(other, ports[0], only);
  const rows: string[][] = [];
  for (const workload of workloads) {
    process.chdir(other);
    const first = { port: ports[0], server: await startServer(command, ports[0], cores?.server) };
    process.chdir(own);
    const copy = copyData(data, join(folder, "this"));
    const ours = productServer(copy.folder, ports[1]);
    const second = { port: ports[1], server: await startServer(ours, ports[1], cores?.server) };
    try {
      const pairs = await measure([first, second], workload, rounds);
      const micros = (at: 0 | 1) => spreadOf(pairs.map((pair) => pair[at])).median.toFixed(0);
      const ratio = ratioText(spreadOf(pairs.map(([before, now]) => before / now)));
      rows.push([workload.title, micros(0), micros(1), ratio]);
    } finally {
      for (const { server } of [first, second]) await server.stop();
    }
  }
  console.log(markdown(["CPU time of a response, µs", "other", "this", "ratio of speeds"], rows));
}

/**
 * Lets the other version, which is the older one, create the data and the requests: this version accepts both.
 * It runs in its own folder, so that its TypeScript settings apply.
 */
function prepare(other: string, port: number, only: readonly string[]): Prepared {
  const file = join(folder, "prepared.json");
  const script = `
    import "reflect-metadata";
    import { writeFileSync } from "node:fs";
    const { copyData, makeData } = await import("./server/bench/data.ts");
    const { workloads } = await import("./server/bench/workloads.ts");
    const { productServer } = await import("./server/bench/product.ts");
    const [folder, port, only, applications] = ${JSON.stringify([folder, port, only, applications])};
    const data = await makeData(folder, applications);
    const chosen = workloads
      .filter(({ name }) => only.includes(name))
      .map((workload) => ({ ...workload, requests: workload.makeRequests(data) }));
    const command = productServer(copyData(data, folder + "/other").folder, port);
    writeFileSync(${JSON.stringify(file)}, JSON.stringify({ data, workloads: chosen, command }));`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", script];
  const { status } = spawnSync(process.execPath, args, { cwd: other, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`${other} could not prepare the data. Is it built?`);
  return JSON.parse(readFileSync(file, "utf8")) as Prepared;
}

/**
 * Returns the CPU time per response of both versions, in microseconds, for each round. Both are loaded at the same
 * time on one core, so that other programs disturb them equally.
 */
async function measure(
  versions: readonly [Version, Version],
  workload: Prepared["workloads"][number],
  rounds: number,
): Promise<[number, number][]> {
  const { requests } = workload;
  const [expected, found] = await Promise.all(
    versions.map(({ server }) => askFirst(server.origin, requests, workload)),
  );
  assertSame("this version", found!, expected!);
  const measureOne = async (at: 0 | 1, rotated: readonly HttpRequest[], round: number) => {
    const { server, port } = versions[at];
    const phases = [round < 0 ? warmPhase : phase];
    const plan = { pid: server.pid, port, requests: rotated, mark: workload.mark, phases };
    const [result] = await runLoad(join(folder, `plan-${at}.json`), plan, cores?.load);
    return (result!.cpuSeconds! * 1_000_000) / result!.answers;
  };
  const pairs: [number, number][] = [];
  for (let round = -1; round < rounds; round++) {
    // Rate limits apply per person and minute, so each round sends requests from different people.
    const from = Math.floor((requests.length * (round + 1)) / (rounds + 1));
    const rotated = [...requests.slice(from), ...requests.slice(0, from)];
    const pair = await Promise.all([measureOne(0, rotated, round), measureOne(1, rotated, round)]);
    if (round >= 0) pairs.push(pair);
    console.error(`bench: ${workload.name}: ${pair.map((micros) => micros.toFixed(0)).join(" and ")} µs`);
  }
  return pairs;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "own-request,list,create" },
    rounds: { type: "string", default: "12" },
  },
});
if (positionals.length !== 1) throw new Error(usage);
await bench(resolve(positionals[0]!), values.only.split(","), readNumber("rounds", values.rounds, 99));
