/**
 * The process that decodes what strangers sent, one file at a time. A thread could not be ended in the middle of a
 * picture: libvips goes on in threads of its own.
 */
import { constants, setPriority } from "node:os";
import { worker } from "workerpool";
import { cpuSecondsAFile } from "../file.rules";
import { cutInspection } from "./commonTail";
import { inspectContent, type Content } from "./inspectContent";

// Answers of the server go before pictures.
setPriority(constants.priority.PRIORITY_LOW);

/** Ends this process where one file takes more computing than an honest one could; the time of day does not count. */
async function inspectWithinBudget(content: Content) {
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > cpuSecondsAFile * 1e6) process.kill(process.pid, "SIGKILL");
  }, 250);
  try {
    return cutInspection(await inspectContent(content), content.bytes);
  } finally {
    clearInterval(watch);
  }
}

worker({ inspectContent: inspectWithinBudget });
