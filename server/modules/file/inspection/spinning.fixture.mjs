/** In place of the real process: what it does with a file stands in the file. */
import { worker } from "workerpool";

worker({
  async inspectContent({ bytes }) {
    const what = Buffer.from(bytes).toString();
    if (what === "die") process.exit(3);
    if (what === "spin") for (;;);
    if (what === "greedy") process.kill(process.pid, "SIGKILL");
    if (what.startsWith("slow")) await new Promise((resolve) => setTimeout(resolve, 50));
    return { content: { bytes: { head: bytes, tail: 0 }, width: 1, height: 1, pages: null } };
  },
});
