/**
 * The process that decodes what strangers sent, one file at a time. A thread could not be ended in the middle of a
 * picture: libvips goes on in threads of its own.
 */
import { constants, setPriority } from "node:os";
import { worker } from "workerpool";
import { cpuSecondsAFile } from "../file.rules";
import { cutInspection } from "./commonTail";
import { inspectContent, type Content } from "./inspectContent";
import { watchComputing } from "./watchComputing";

// Answers of the server go before pictures. Not the lowest: with that a busy machine leaves a picture waiting for minutes.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Ends this process where one file takes more computing than an honest one could; the time of day does not count. */
async function inspectWithinBudget(content: Content) {
  const stop = watchComputing(cpuSecondsAFile, () => process.kill(process.pid, "SIGKILL"));
  try {
    return cutInspection(await inspectContent(content), content.bytes);
  } finally {
    stop();
  }
}

worker({ inspectContent: inspectWithinBudget });
