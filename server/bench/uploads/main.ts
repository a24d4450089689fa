/** `npm run bench:uploads`: measures 50 concurrent applications and their effect on visitors. See ../README.md. */
import "reflect-metadata";
import { fork, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { resolve, join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import dayjs from "dayjs";
import { copyData, makeData, type BenchData, type SignedIn } from "../data";
import { Connection } from "../load/Connection";
import type { Answer } from "../load/readAnswer";
import { toBytes } from "../load/toBytes";
import { readNumber } from "../options";
import { findFreePort, startServer } from "../processes";
import { productServer } from "../product";
import { ask, readOperation, workloads } from "../workloads";
import { makePapers, measureSharpAlone, type Paper } from "./pictures";
import { cpuSecondsOfTree, memoryOfTree } from "./processTree";
import type { ReadPlan } from "./reads";

const applications = 50;
const idleMs = 5_000;
/** Interval in milliseconds between reads: 50 pages per second. */
const readEveryMs = 20;
const applicationsBefore = 1_000;

/** On the project's disk, because a folder for temporary files may be in memory and not durable. */
const disk = resolve("node_modules/.cache/visaport");
mkdirSync(disk, { recursive: true });
const folder = mkdtempSync(join(disk, "bench-uploads-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

interface Round {
  seconds: number;
  megabytes: number;
  idle: number[];
  meanwhile: number[];
  peakBytes: number;
  cpu: { server: number; others: number };
}

const createRequest = readOperation("createVisaRequest");
const createApplicant = readOperation("createVisaApplicant");

async function bench(rounds: number): Promise<void> {
  if (spawnSync(process.execPath, ["server/build/build.mjs"], { stdio: ["ignore", 2, 2] }).status !== 0)
    throw new Error("The build failed");
  const [data, papers] = [await makeData(folder, applicationsBefore), await makePapers()];
  const sharpSeconds = await measureSharpAlone(papers);
  const port = await findFreePort();
  const server = await startServer(productServer(copyData(data, join(folder, "run")).folder, port), port);
  const measured: Round[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const travellers = data.starters.slice(round * applications, (round + 1) * applications);
      measured.push(await measure(server.pid, port, data, travellers, papers));
    }
  } finally {
    await server.stop();
  }
  print(measured, sharpSeconds);
}

async function measure(
  pid: number,
  port: number,
  data: BenchData,
  travellers: readonly SignedIn[],
  papers: readonly Paper[],
): Promise<Round> {
  const bodies = await Promise.all(
    travellers.map(async (traveller) =>
      makeUpload(port, traveller, await begin(port, traveller, data), papers),
    ),
  );
  const country = workloads.find(({ name }) => name === "country")!;
  const requests = country.makeRequests(data).map((request) => toBytes(request, port));
  const plan: ReadPlan = { port, requests, everyMs: readEveryMs };
  const reads = fork("server/bench/uploads/reads.ts", {
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
  });
  reads.send(plan);
  const take = async () => {
    reads.send("take");
    return ((await once(reads, "message", { signal: AbortSignal.timeout(10_000) })) as [number[]])[0];
  };
  // Warm-up: the first requests are slow, because caches are empty and the reading process has just started.
  await wait(1_000);
  await take();
  await wait(idleMs);
  const idle = await take();

  let peakBytes = 0;
  const look = setInterval(() => (peakBytes = Math.max(peakBytes, memoryOfTree(pid))), 50);
  const before = cpuSecondsOfTree(pid);
  const start = performance.now();
  const answers = await Promise.all(bodies.map((body) => exchange(port, body)));
  const seconds = (performance.now() - start) / 1000;
  const after = cpuSecondsOfTree(pid);
  clearInterval(look);
  const meanwhile = await take();
  reads.disconnect();
  for (const { bytes } of answers)
    if (!bytes.includes('"userErrors":[]')) throw new Error(bytes.toString("utf8", 0, 1500));
  return {
    seconds,
    megabytes: bodies.reduce((sum, { length }) => sum + length, 0) / 1e6,
    idle,
    meanwhile,
    peakBytes,
    cpu: { server: after.server - before.server, others: after.others - before.others },
  };
}

/** Starts an application; returns its id. */
async function begin(port: number, traveller: SignedIn, { visaId }: BenchData): Promise<string> {
  const request = ask(traveller, "createVisaRequest", createRequest, { input: { visaId } });
  const { bytes } = await exchange(port, toBytes(request, port));
  const id = /"visaRequestId":"([^"]+)"/.exec(bytes.toString())?.[1];
  if (!id) throw new Error(bytes.toString("utf8", 0, 1500));
  return id;
}

/** Builds a complete HTTP request as the browser sends it (GraphQL multipart request specification). */
async function makeUpload(
  port: number,
  traveller: SignedIn,
  visaRequestId: string,
  papers: readonly Paper[],
): Promise<Buffer> {
  const input = {
    visaRequestId,
    title: "Mrs.",
    firstName: "Asha",
    lastName: "Rao",
    gender: "FEMALE",
    dateOfBirth: "1990-05-14",
    passportNumber: `Z${randomUUID().replace(/\D/g, "").padEnd(7, "1").slice(0, 7)}`,
    passportIssueDate: dayjs().subtract(1, "year").format("YYYY-MM-DD"),
    passportExpireDate: dayjs().add(9, "year").format("YYYY-MM-DD"),
    profileFile: null,
    passportFrontFile: null,
    passportBackFile: null,
    documentFiles: papers.filter(({ place }) => place.startsWith("documentFiles")).map(() => null),
  };
  const form = new FormData();
  form.append("operations", JSON.stringify({ query: createApplicant, variables: { input } }));
  const map = papers.map(({ place }, index) => [index, [`variables.input.${place}`]] as const);
  form.append("map", JSON.stringify(Object.fromEntries(map)));
  for (const [index, { bytes }] of papers.entries())
    form.append(String(index), new Blob([Uint8Array.from(bytes)], { type: "image/jpeg" }), `${index}.jpg`);
  const encoded = new Response(form);
  const { headers, ...rest } = ask(traveller, "createVisaApplicant", "", {});
  const body = Buffer.from(await encoded.arrayBuffer());
  const contentType = encoded.headers.get("content-type")!;
  const all = { ...headers, "content-type": contentType, "apollo-require-preflight": "true" };
  return toBytes({ ...rest, headers: all, body }, port);
}

async function exchange(port: number, request: Buffer): Promise<Answer> {
  const connection = await Connection.open(port);
  try {
    return await new Promise((resolve, reject) =>
      connection.ask(request, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer))),
    );
  } finally {
    connection.close();
  }
}

function print(measured: readonly Round[], sharpSeconds: number): void {
  const figure = (of: (round: Round) => number, digits = 1) => {
    const values = measured.map(of).sort((a, b) => a - b);
    const [median, low, high] = [values[values.length >> 1]!, values[0]!, values.at(-1)!];
    return `${median.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
  };
  const each = (seconds: number) => (seconds / applications) * 1000;
  const computing = ({ cpu }: Round) => cpu.server + cpu.others;
  const rows = [
    ["applications a second", figure(({ seconds }) => applications / seconds)],
    ["MB a second", figure(({ seconds, megabytes }) => megabytes / seconds)],
    ["computing for an application, ms", figure((round) => each(computing(round)))],
    ["– of it the server's own process", figure(({ cpu }) => each(cpu.server))],
    [
      "computing, as a ratio to re-encoding the pictures once with sharp",
      figure((round) => each(computing(round)) / 1000 / sharpSeconds, 2),
    ],
    ["most memory (RSS), all processes, MB", figure(({ peakBytes }) => peakBytes / 1e6, 0)],
    ["country page, nothing else to do: p50, ms", figure(({ idle }) => percentile(idle, 50))],
    ["– p99", figure(({ idle }) => percentile(idle, 99))],
    ["country page meanwhile: p50, ms", figure(({ meanwhile }) => percentile(meanwhile, 50))],
    ["– p99", figure(({ meanwhile }) => percentile(meanwhile, 99))],
    [
      "p99 meanwhile, as a ratio to nothing else to do",
      figure(({ idle, meanwhile }) => percentile(meanwhile, 99) / percentile(idle, 99)),
    ],
  ];
  console.log(
    `${applications} applications of ${(measured[0]!.megabytes / applications).toFixed(1)} MB at once, ` +
      `${1000 / readEveryMs} country pages a second; median of ${measured.length} (lowest–highest).\n`,
  );
  console.log(
    ["| figure | value |", "| --- | --- |", ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n"),
  );
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? NaN;
}

try {
  const { values } = parseArgs({ options: { rounds: { type: "string", default: "3" } } });
  await bench(readNumber("rounds", values.rounds, 99));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
