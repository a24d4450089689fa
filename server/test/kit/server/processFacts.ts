import { readdir, readFile } from "node:fs/promises";

/** Returns the peak memory of a process since its start, in MB (`VmHWM` of /proc, resident set). */
export async function readPeakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1024);
}

/** Counts a process's open files and sockets. */
export async function countHandles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}
