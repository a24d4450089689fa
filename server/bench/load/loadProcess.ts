/** `loadProcess.ts <plan.json>`: loads a server and prints a line of JSON (`PhaseResult`) for each phase. */
import { existsSync, readFileSync } from "node:fs";
import { createHistogram, performance } from "node:perf_hooks";
import { Connection } from "./Connection";
import type { LoadPlan, Phase, PhaseResult } from "./plan";
import { toBytes } from "./toBytes";

const plan = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as LoadPlan;
const requests = plan.requests.map((request) => toBytes(request, plan.port));
const mark = Buffer.from(plan.mark);
let asked = 0;

for (const phase of plan.phases) console.log(JSON.stringify(await load(phase)));

async function load({ connections, seconds }: Phase): Promise<PhaseResult> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(plan.port)));
  const histogram = createHistogram();
  const result = { answers: 0, failures: 0, failure: undefined as string | undefined };
  const cpuBefore = process.cpuUsage();
  const serverBefore = cpuSecondsOf(plan.pid);
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    open.map(
      (connection) =>
        new Promise<void>((resolve) => {
          const ask = () => {
            const at = performance.now();
            connection.ask(requests[asked++ % requests.length]!, (answer) => {
              const now = performance.now();
              if (answer instanceof Error || answer.status !== 200 || !answer.bytes.includes(mark)) {
                result.failures++;
                result.failure ??=
                  answer instanceof Error ? answer.message : answer.bytes.toString("utf8", 0, 1500);
              } else {
                result.answers++;
                // Records microseconds, because a histogram accepts only integers.
                histogram.record(Math.max(1, Math.round((now - at) * 1000)));
              }
              if (now < end && !(answer instanceof Error)) ask();
              else resolve();
            });
          };
          ask();
        }),
    ),
  );
  const ms = performance.now() - start;
  const serverAfter = cpuSecondsOf(plan.pid);
  const { user, system } = process.cpuUsage(cpuBefore);
  for (const connection of open) connection.close();
  return {
    ...result,
    seconds: ms / 1000,
    p50: histogram.percentile(50) / 1000,
    p99: histogram.percentile(99) / 1000,
    ...(serverBefore !== undefined &&
      serverAfter !== undefined && { cpuSeconds: serverAfter - serverBefore }),
    busy: (user + system) / 1000 / ms,
  };
}

/** Returns the CPU seconds of a process since its start. */
function cpuSecondsOf(pid: number): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  // Skips the process name, which may contain any characters. User and system CPU time are the 14th and 15th fields,
  // in 1/100 s.
  const fields = readFileSync(file, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
