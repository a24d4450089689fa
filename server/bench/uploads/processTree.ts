/** Resource usage of a server and its child processes, from Linux's /proc. */
import { readFileSync } from "node:fs";

/** Returns the process and all its descendants. */
function listTree(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return [pid, ...children.flatMap(listTree)];
}

/** Returns the memory (RSS) of all processes, in bytes; memory that processes share is counted for each of them. */
export function memoryOfTree(pid: number): number {
  return listTree(pid)
    .map((one) => Number(/^VmRSS:\s*(\d+) kB/m.exec(read(`/proc/${one}/status`))?.[1] ?? 0) * 1024)
    .reduce((sum, bytes) => sum + bytes);
}

/** Returns the CPU seconds that the server and its descendants have used since their start. */
export function cpuSecondsOfTree(pid: number): { server: number; others: number } {
  const [server = 0, ...others] = listTree(pid).map((one) => {
    // Skips the process name, which may contain any characters. User and system CPU time are the 14th and 15th
    // fields, in 1/100 s.
    const fields = read(`/proc/${one}/stat`).split(") ").at(-1)!.split(" ");
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
  });
  return { server, others: others.reduce((sum, seconds) => sum + seconds, 0) };
}

/** Returns "" for a process that has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
