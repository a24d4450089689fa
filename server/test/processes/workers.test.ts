import { execFileSync } from "node:child_process";
import { expect, test } from "@jest/globals";
import { signedInTraveller } from "../kit/personas/traveller";
import { poll } from "../kit/poll";
import { endProcesses, startProcesses } from "../kit/server/processes";
import { findFreePort, type TestServer } from "../kit/server/testServer";
import { FakeRazorpay } from "../kit/standIns/fakeRazorpay";

/** `WORKERS=2`: two processes behind one port. */

const listWorkers = ({ pid }: TestServer): number[] =>
  execFileSync("ps", ["-eo", "pid,ppid"], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child ? [child] : []))
    .filter(isServer);
/** Not `ps` itself. */
const isServer = (pid: number): boolean => {
  try {
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).includes("main.js");
  } catch {
    return false;
  }
};
/** Uses a new connection each time, because those to a killed worker are closed. */
const readStatus = async (server: TestServer) =>
  (await fetch(`${server.url}/readyz`, { headers: { connection: "close" } })).status;

test("a killed worker is replaced while the other one serves, and a stop ends both", async () => {
  const gateway = await FakeRazorpay.start();
  const servers = await startProcesses(1, gateway, { WORKERS: "2" });
  try {
    const [server] = servers as [TestServer];
    const before = listWorkers(server);
    expect(before).toHaveLength(2);
    const traveller = await signedInTraveller(server).withRequest();

    process.kill(before[0]!, "SIGKILL");
    await poll(() => expect(server.output).toContain("a worker ended, and is replaced"));
    expect(await readStatus(server)).toBe(200);
    await poll(() => expect(listWorkers(server).filter((pid) => !before.includes(pid))).toHaveLength(1));
    await poll(() => expect(server.output.match(/Server listening/g)).toHaveLength(3));
    expect((await traveller.readRequest()).visaRequestStatus).toBe("PENDING");

    const workers = listWorkers(server);
    expect(await server.stop()).toBe(0);
    expect(workers.filter(isServer)).toEqual([]);
    const stopped = server.output.match(/"pid":\d+(?=[^\n]*"msg":"stopping")/g);
    expect(stopped?.toSorted()).toEqual(workers.map((pid) => `"pid":${pid}`).toSorted());
  } finally {
    await endProcesses(servers);
    await gateway.close();
  }
});

test("each worker serves its own metrics, on consecutive ports", async () => {
  const gateway = await FakeRazorpay.start();
  const port = await findFreePort();
  const servers = await startProcesses(1, gateway, { WORKERS: "2", METRICS_PORT: String(port) });
  try {
    const read = async (at: number) => (await fetch(`http://127.0.0.1:${at}/metrics`)).text();
    for (const at of [port, port + 1]) expect(await read(at)).toContain("visaport_jobs_due");
    await expect(read(port + 2)).rejects.toThrow("fetch failed");
    const count = async (at: number) =>
      Number(/_count\{kind="http",operation="GET \/healthz"\} (\d+)/.exec(await read(at))?.[1] ?? 0);
    for (let call = 0; call < 20; call++)
      await fetch(`${servers[0]!.url}/healthz`, { headers: { connection: "close" } });
    const counts = [await count(port), await count(port + 1)];
    expect(counts[0]! + counts[1]!).toBeGreaterThanOrEqual(20);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  } finally {
    await endProcesses(servers);
    await gateway.close();
  }
});
