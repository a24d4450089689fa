/**
 * `npm run bench:growth`: measures how response times and memory grow with the number of applications, and writes a
 * table and a chart. See server/bench/README.md.
 */
import "reflect-metadata";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { makeDataSource } from "../../platform/db/sqlite/sqliteSource";
import { addStaff, makeData } from "../data";
import { cores, findFreePort, runToEnd, startServer } from "../processes";
import { productCommand, productServer } from "../product";
import { copyRequests } from "./copyRequests";
import { growthChart } from "./growthChart";
import { growthTable, short, type Size } from "./growthTable";
import { makeQuestions, type Question } from "./questions";
import { entities } from "../../app/entities";

/** Creates each size from the previous one: first with the product's own command, then with copies. */
const steps: { applications: number; grow(folder: string): Promise<void> }[] = [
  { applications: 1_000, grow: async () => undefined },
  {
    applications: 10_000,
    grow: async (folder) => void (await runToEnd(productCommand("generateRequests", folder, "9000"))),
  },
  { applications: 100_000, grow: (folder) => copyRequests(databaseOf(folder), 1, 9) },
  { applications: 1_000_000, grow: (folder) => copyRequests(databaseOf(folder), 10, 99) },
];
const starts = 5;
const rounds = 100;
const picture = resolve("docs/performance-growth.svg");
/** Wait in milliseconds after a start, so that the server's background work does not distort the measurements. */
const settleMs = 2_000;

async function bench(most: number, isKept: boolean): Promise<void> {
  // The build writes to standard error, because standard output is for the table.
  if (spawnSync(process.execPath, ["server/build/build.mjs"], { stdio: ["ignore", 2, 2] }).status !== 0)
    throw new Error("The product could not be built");
  // On the project's disk, because a folder for temporary files may be in memory.
  const disk = resolve("node_modules/.cache/visaport");
  mkdirSync(disk, { recursive: true });
  const parent = mkdtempSync(join(disk, "growth-"));
  process.on("exit", () => rmSync(parent, { recursive: true, force: true }));
  const data = await makeData(parent, 1_000);
  const questions = makeQuestions(data, await addStaff(data));
  const sizes: Size[] = [];
  for (const { applications, grow } of steps.filter((step) => step.applications <= most)) {
    console.error(`bench: ${short(applications)} applications …`);
    await grow(data.folder);
    await checkCounts(databaseOf(data.folder), applications);
    sizes.push({ applications, ...(await measure(data.folder, questions)) });
  }
  const caption = `${cpus()[0]?.model ?? "?"}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}: medians of \
${rounds} answers, one after another, and of ${starts} starts; memory is the most from a start to the last answer`;
  console.log(`${caption}\n\n${growthTable(sizes)}`);
  if (isKept) writeFileSync(picture, growthChart(sizes, caption));
}

async function measure(folder: string, questions: readonly Question[]): Promise<Omit<Size, "applications">> {
  const readyAfter: number[] = [];
  for (let count = 1; ; count++) {
    const port = await findFreePort();
    const from = performance.now();
    const server = await startServer(productServer(folder, port), port, cores?.server);
    readyAfter.push(performance.now() - from);
    try {
      if (count < starts) continue;
      await new Promise((done) => setTimeout(done, settleMs));
      const answers: Record<string, number> = {};
      for (const question of questions) answers[question.title] = await timeOf(server.origin, question);
      return { start: median(readyAfter), memory: server.takePeakMemory() ?? NaN, answers };
    } finally {
      await server.stop();
    }
  }
}

/** Returns the median response time. Throws if a response is wrong. */
async function timeOf(origin: string, { title, mark, requests }: Question): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { method, path, headers, body } = requests[round % requests.length]!;
    const from = performance.now();
    const text = await (await fetch(origin + path, { method, headers, body })).text();
    times.push(performance.now() - from);
    if (!text.startsWith(mark)) throw new Error(`No valid response to ${title}: ${text.slice(0, 500)}`);
  }
  return median(times);
}

/** Throws if the number of applications is wrong, or if a stored count differs from the number of rows. */
async function checkCounts(file: string, applications: number): Promise<void> {
  const source = await makeDataSource(file, entities).initialize();
  try {
    const [found] = await source.query<{ made: number; wrong: number }[]>(
      `SELECT (SELECT count(*) FROM visa_request) AS made, (SELECT count(*) FROM (
         SELECT "visaRequestStatus", "expectedDate", coalesce("assignedStaffId", '') AS staff, count(*) AS applications
         FROM visa_request WHERE "visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED') GROUP BY 1, 2, 3
         EXCEPT SELECT "visaRequestStatus", "expectedDate", "assignedStaffId", applications FROM queue_count)) AS wrong`,
    );
    if (found?.made !== applications || found.wrong > 0)
      throw new Error(
        `Of ${applications} applications ${found?.made} were made, ${found?.wrong} counts are wrong`,
      );
  } finally {
    await source.destroy();
  }
}

function databaseOf(folder: string): string {
  return join(folder, "portal.sqlite");
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

try {
  const { values } = parseArgs({ options: { most: { type: "string", default: "1000000" } } });
  const most = Number(values.most);
  if (!steps.some(({ applications }) => applications === most))
    throw new Error("Usage: npm run bench:growth -- [--most 1000 | 10000 | 100000 | 1000000]");
  await bench(most, most === steps.at(-1)!.applications);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
