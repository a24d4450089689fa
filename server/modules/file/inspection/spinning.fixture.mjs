/** In place of the real process: what it does with a file stands in the file. */
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { worker } from "workerpool";

worker({
  async inspectContent({ bytes }) {
    const what = Buffer.from(bytes).toString();
    if (what === "die") process.exit(3);
    if (what === "spin") for (;;);
    if (what === "greedy") process.kill(process.pid, "SIGKILL");
    // A long file ends once the file exists that it names.
    if (what.startsWith("/")) while (!existsSync(what)) await pause(20);
    return { content: { bytes: { head: bytes, tail: 0 }, width: 1, height: 1, pages: null } };
  },
});
