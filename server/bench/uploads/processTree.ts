/** What a server and the processes that it began take, as Linux tells it. */
import { readFileSync } from "node:fs";

/** The process and all that it began. */
function listTree(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return [pid, ...children.flatMap(listTree)];
}

/** Memory (RSS) of all of them together, in bytes; what they share counts for each. */
export function memoryOfTree(pid: number): number {
  return listTree(pid)
    .map((one) => Number(/^VmRSS:\s*(\d+) kB/m.exec(read(`/proc/${one}/status`))?.[1] ?? 0) * 1024)
    .reduce((sum, bytes) => sum + bytes);
}

/** Seconds that each of them has computed since its start, the server first. */
export function cpuSecondsOfTree(pid: number): { server: number; others: number } {
  const [server = 0, ...others] = listTree(pid).map((one) => {
    // Behind the name, which may hold anything: user and system time are the 14th and 15th of all, in 1/100 s.
    const fields = read(`/proc/${one}/stat`).split(") ").at(-1)!.split(" ");
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
  });
  return { server, others: others.reduce((sum, seconds) => sum + seconds, 0) };
}

/** Empty for a process that has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
