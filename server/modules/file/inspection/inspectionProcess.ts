/**
 * The process that decodes untrusted files, one at a time. A thread is not enough: libvips runs its own threads, which
 * cannot be stopped in the middle of an image.
 */
import { setPriority } from "node:os";
import { worker } from "workerpool";
import { maxCpuSecondsPerFile } from "../file.rules";
import { cutInspection } from "./commonTail";
import { inspectContent, type Content } from "./inspectContent";
import { readFrontPage } from "./readFrontPage";
import { cpuLimitSignal, watchComputing } from "./watchComputing";

/**
 * Gives images a third of the weight of responses on a busy core. At a niceness of 10 (a ninth of the weight), images
 * waited for 40 s on a busy machine; at 19, for minutes.
 */
const niceness = 5;
setPriority(niceness);

/** Kills this process if a file uses more CPU time than any legitimate file would, however long that takes. */
async function inspectWithinBudget(content: Content) {
  const stop = watchComputing(maxCpuSecondsPerFile, () => process.kill(process.pid, cpuLimitSignal));
  try {
    return cutInspection(await inspectContent(content), content.bytes);
  } finally {
    stop();
  }
}

worker({ inspectContent: inspectWithinBudget, readFrontPage });
