/**
 * A process that requests the country page at a steady rate, like independent visitors: requests do not wait
 * for earlier ones. It starts when it receives a plan. On `take` it returns the response times in
 * milliseconds since the last `take`. It ends when its parent disconnects.
 */
import { performance } from "node:perf_hooks";
import { Connection } from "../load/Connection";

export interface ReadPlan {
  port: number;
  /** Complete HTTP requests, sent in rotation. */
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
    // Also sends requests that are overdue because this process was delayed.
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
      // Ends this process, and therefore the bench.
      if (answer instanceof Error) throw answer;
      if (answer.status !== 200) throw new Error(answer.bytes.toString("utf8", 0, 500));
      idle.push(connection);
      resolve();
    }),
  );
}
