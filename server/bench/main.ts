/** `npm run bench`: compares the product with equivalent servers, as a table. See server/bench/README.md. */
import "reflect-metadata";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { askFirst, assertSame, checkWrites, countRequests } from "./compare";
import type { RecordedResponse } from "./competitors/recordedResponses";
import { toCommand, type ContestantName } from "./contestants";
import { copyData, makeData, type BenchData } from "./data";
import { runLoad } from "./load/runLoad";
import { readOptions, type Options } from "./options";
import { cores, findFreePort, startServer, type StartedServer } from "./processes";
import { byComputing, byRate, fullTable, ratioTable, type Measurement } from "./table";
import type { HttpRequest, Workload } from "./workloads";

/** Numbers of connections. */
const loads = [16, 64];
/** The load process may be the bottleneck if it uses more than this fraction of its core. */
const busyLoad = 0.85;
/** On the project's disk, because a folder for temporary files may be in memory and not durable. */
const disk = resolve("node_modules/.cache/visaport");
mkdirSync(disk, { recursive: true });
const folder = mkdtempSync(join(disk, "bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const answersFile = join(folder, "answers.json");

async function bench(options: Options): Promise<void> {
  run(process.execPath, ["server/build/build.mjs"]);
  installCompetitors();
  tell(`filling a database with ${options.requests} generated applications …`);
  const data = await makeData(folder, options.requests);
  console.log(headOf(options));
  const measured: Measurement[] = [];
  for (const workload of options.workloads) {
    const own = await measureWorkload(workload, data, options);
    measured.push(...own);
    console.log(`\n## ${workload.title}\n\n${fullTable(own, workload)}`);
  }
  console.log(`\n## Ratios of rates\n\n${ratioTable(measured, byRate)}`);
  console.log(`\n## Ratios of CPU time per response\n\n${ratioTable(measured, byComputing)}`);
}

/** Measures all contestants, in rotating order: A B C, then B C A, then C A B. */
async function measureWorkload(
  workload: Workload,
  data: BenchData,
  options: Options,
): Promise<Measurement[]> {
  const requests = workload.makeRequests(data);
  const expected = await withServer("product", data, async ({ origin }) =>
    askFirst(origin, requests, workload),
  );
  writeFileSync(answersFile, JSON.stringify(expected));
  const { contestants } = workload;
  const measured: Measurement[] = [];
  const written = new Map<ContestantName, object>();
  for (let repeat = 0; repeat < options.repeats; repeat++)
    for (const place of contestants.keys()) {
      const name = contestants[(place + repeat) % contestants.length]!;
      tell(`${workload.title}: ${name}, ${repeat + 1} of ${options.repeats}`);
      measured.push(
        ...(await measure(name, { workload, data, options, repeat, requests, expected, written })),
      );
    }
  for (const [name, row] of written)
    if (!isDeepStrictEqual(row, written.get("product"))) throw new Error(`${name} writes other rows`);
  return measured;
}

interface Round {
  workload: Workload;
  data: BenchData;
  options: Options;
  repeat: number;
  requests: readonly HttpRequest[];
  expected: readonly RecordedResponse[];
  /** The newest row written by each contestant. */
  written: Map<ContestantName, object>;
}

async function measure(
  contestant: ContestantName,
  { workload, data, options, repeat, requests, expected, written }: Round,
): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  let acknowledged = 0;
  const checkRows = async (dataDir: string) => {
    if (!workload.isWrite || contestant === "raw") return;
    written.set(contestant, await checkWrites(dataDir, await countRequests(data.folder), acknowledged));
  };
  await withServer(
    contestant,
    data,
    async ({ origin, pid, port, takePeakMemory }) => {
      const answers = await askFirst(origin, requests, workload);
      // `raw` cannot be compared, because it sends the same response to all users.
      if (contestant !== "raw") assertSame(contestant, answers, expected);
      acknowledged += answers.length;
      const warm = { connections: loads.at(-1)!, seconds: options.warmSeconds };
      for (const connections of loads) {
        const phases = [warm, { connections, seconds: options.seconds }];
        takePeakMemory();
        const plan = { pid, port, requests, mark: workload.mark, phases };
        const results = await runLoad(join(folder, "plan.json"), plan, cores?.load);
        for (const result of results) acknowledged += result.answers;
        const { answers: good, seconds, p50, p99, cpuSeconds, busy } = results.at(-1)!;
        const memory = takePeakMemory();
        const cpu = cpuSeconds && (cpuSeconds * 1_000_000) / good;
        const rate = good / seconds;
        const isLoadBusy = busy > busyLoad;
        const figures = { rate, cpu, isLoadBusy, p50, p99, memory };
        measured.push({ workload, contestant, connections, repeat, ...figures });
      }
    },
    checkRows,
  );
  return measured;
}

/** Runs `work` with a server on a copy of the data, then stops the server; `after` checks the data. */
async function withServer<T>(
  name: ContestantName,
  data: BenchData,
  work: (server: StartedServer & { port: number }) => Promise<T>,
  after: (dataDir: string) => Promise<void> = async () => undefined,
): Promise<T> {
  const copy = copyData(data, join(folder, "run"));
  const port = await findFreePort();
  const command = toCommand(name, { dataDir: copy.folder, port, answersFile });
  const server = await startServer(command, port, cores?.server);
  let result: T;
  try {
    result = await work({ ...server, port });
  } finally {
    await server.stop();
  }
  await after(copy.folder);
  copy.free();
  return result;
}

function headOf({ seconds, repeats, requests }: Options): string {
  return `${cpus()[0]?.model ?? "?"}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; \
${requests} applications; ${seconds} s a load, median of ${repeats} (lowest–highest). \
Server and load ${cores ? "on a core each" : "share the cores"}. ${fairness}`;
}

const fairness = `All: production code, no line of log for a request, no \
compression of JSON, the same questions from many addresses and travellers, answers compared before the load, and for what \
is written the rows and the audit log after it. Signed in: token, session and owner are looked up by all but raw. Limits, \
rules against forgery, security headers and deadlines are on in the product, which cannot be set up without them; its \
limits are a person's and are not reached; the others have none of these. A star: the load itself was busy, the server could \
have done more; the computing for an answer does not depend on that.`;

function installCompetitors(): void {
  const at = "server/bench";
  const kept = join(at, "node_modules/.installed");
  const lock = readFileSync(join(at, "package-lock.json"), "utf8");
  if (existsSync(kept) && readFileSync(kept, "utf8") === lock) return;
  tell("installing the competitors …");
  run("npm", ["ci", "--prefix", at, "--ignore-scripts", "--no-audit", "--no-fund"]);
  writeFileSync(kept, lock);
}

function run(command: string, args: readonly string[]): void {
  // Commands write to standard error, because standard output is for the table.
  const { status } = spawnSync(command, args, { stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}

function tell(text: string): void {
  console.error(`bench: ${text}`);
}

try {
  await bench(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
