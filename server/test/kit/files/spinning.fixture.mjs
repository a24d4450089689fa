/** Replaces the real inspection process. The content of the file selects the behaviour. */
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { worker } from "workerpool";

worker({
  async inspectContent({ bytes }) {
    const what = Buffer.from(bytes).toString();
    if (what === "die") process.exit(3);
    if (what === "spin") for (;;);
    if (what === "greedy") process.kill(process.pid, "SIGVTALRM");
    // If the content is a path, waits until a file exists at the path.
    if (what.startsWith("/")) while (!existsSync(what)) await pause(20);
    const head = what === "who" ? Buffer.from(String(process.pid)) : bytes;
    return { content: { bytes: { head, tail: 0 }, width: 1, height: 1, pages: null } };
  },
  async readFrontPage(page) {
    const what = Buffer.from(page).toString();
    const signal = /^read after (.*)/.exec(what)?.[1];
    while (signal && !existsSync(signal)) await pause(20);
    if (what === "crashes on reading") process.exit(3);
    if (what === "never read") for (;;);
    if (what === "wrong model") throw new Error("another version");
    return what === "unsure" ? undefined : ["upper", "lower"];
  },
});
