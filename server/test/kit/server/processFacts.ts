import { readdir, readFile } from "node:fs/promises";

/** The most memory that a process has held since its start, in MB (`VmHWM` of /proc, resident set). */
export async function readPeakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1024);
}

/** Open files and sockets of a process. */
export async function countHandles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}
