/**
 * The process that decodes what strangers sent, one file at a time. A thread could not be ended in the middle of a
 * picture: libvips goes on in threads of its own.
 */
import { setPriority } from "node:os";
import { worker } from "workerpool";
import { cpuSecondsAFile } from "../file.rules";
import { inspectContent, type Content } from "./inspectContent";

// Answers of the server go before pictures.
setPriority(5);

/** Ends this process where one file takes more computing than an honest one could; the time of day does not count. */
async function inspectWithinBudget(content: Content) {
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > cpuSecondsAFile * 1e6) process.kill(process.pid, "SIGKILL");
  }, 250);
  try {
    return await inspectContent(content);
  } finally {
    clearInterval(watch);
  }
}

worker({ inspectContent: inspectWithinBudget });
