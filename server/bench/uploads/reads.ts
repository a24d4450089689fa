/**
 * A process that asks for the country page at a steady pace, as visitors come: the next one does not wait until the last
 * one was served. Told a plan it begins; told `take` it answers how many milliseconds each answer took since it was last
 * asked; it ends when its parent disconnects.
 */
import { performance } from "node:perf_hooks";
import { Connection } from "../load/Connection";

export interface ReadPlan {
  port: number;
  /** Whole requests, asked in turn. */
  requests: Uint8Array[];
  everyMs: number;
}

process.on("message", (message: ReadPlan | "take") => {
  if (message !== "take") return begin(message);
  process.send!(times);
  times = [];
});

const idle: Connection[] = [];
let times: number[] = [];

function begin({ port, requests, everyMs }: ReadPlan): void {
  const start = performance.now();
  let asked = 0;
  const timer = setInterval(() => {
    // Also those that are due because this process itself came late.
    while (start + asked * everyMs <= performance.now()) {
      const due = start + asked * everyMs;
      void ask(port, Buffer.from(requests[asked++ % requests.length]!)).then(() =>
        times.push(performance.now() - due),
      );
    }
  }, 1);
  process.once("disconnect", () => {
    clearInterval(timer);
    for (const connection of idle) connection.close();
  });
}

async function ask(port: number, request: Buffer): Promise<void> {
  const connection = idle.pop() ?? (await Connection.open(port));
  await new Promise<void>((resolve) =>
    connection.ask(request, (answer) => {
      // Ends this process, and so the bench.
      if (answer instanceof Error) throw answer;
      if (answer.status !== 200) throw new Error(answer.bytes.toString("utf8", 0, 500));
      idle.push(connection);
      resolve();
    }),
  );
}
