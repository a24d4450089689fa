import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
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
/** True if the process is running and is a server. */
const isServer = (pid: number): boolean => {
  try {
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).includes("main.js");
  } catch {
    return false;
  }
};
const countListening = ({ output }: TestServer) => output.match(/Server listening/g)?.length ?? 0;
const countStopping = ({ output }: TestServer) => output.match(/"msg":"stopping"/g)?.length ?? 0;
/** Uses a new connection each time, because a killed worker's connections are closed. */
const readStatus = async (server: TestServer) =>
  (await fetch(`${server.url}/readyz`, { headers: { connection: "close" } })).status;

let gateway: FakeRazorpay;
let server: TestServer;
let metricsPort: number;
beforeAll(async () => {
  [gateway, metricsPort] = await Promise.all([FakeRazorpay.start(), findFreePort()]);
  const settings = { WORKERS: "2", METRICS_PORT: String(metricsPort) };
  [server] = (await startProcesses(1, gateway, settings)) as [TestServer];
});
afterAll(async () => {
  await endProcesses([server]);
  await gateway.close();
});

test("the workers serve their metrics on consecutive ports", async () => {
  const read = async (at: number) => (await fetch(`http://127.0.0.1:${at}/metrics`)).text();
  const ports = [metricsPort, metricsPort + 1];
  for (const at of ports) expect(await read(at)).toContain("visaport_jobs_due");
  await expect(read(metricsPort + 2)).rejects.toThrow("fetch failed");
  const count = async (at: number) =>
    Number(/_count\{kind="http",operation="GET \/healthz"\} (\d+)/.exec(await read(at))?.[1] ?? 0);
  for (let call = 0; call < 20; call++)
    await fetch(`${server.url}/healthz`, { headers: { connection: "close" } });
  const counts = await Promise.all(ports.map(count));
  expect(counts[0]! + counts[1]!).toBeGreaterThanOrEqual(20);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

test("a killed worker is replaced while the other one serves, and a stop ends all workers", async () => {
  const before = listWorkers(server);
  expect(before).toHaveLength(2);
  const traveller = await signedInTraveller(server).withRequest();

  process.kill(before[0]!, "SIGKILL");
  await poll(() => expect(server.output).toContain("worker ended, replacing it"));
  expect(await readStatus(server)).toBe(200);
  await poll(() => expect(listWorkers(server).filter((pid) => !before.includes(pid))).toHaveLength(1));
  await poll(() => expect(countListening(server)).toBe(3));
  expect((await traveller.readRequest()).visaRequestStatus).toBe("PENDING");

  const workers = listWorkers(server);
  expect(await server.stop()).toBe(0);
  expect(workers.filter(isServer)).toEqual([]);
  const stopped = server.output.match(/"pid":\d+(?=[^\n]*"msg":"stopping")/g);
  expect(stopped?.toSorted()).toEqual(workers.map((pid) => `"pid":${pid}`).toSorted());
});

test("a stop while the workers start lets a running request finish", async () => {
  const [before, stoppedBefore] = [countListening(server), countStopping(server)];
  const starting = expect(server.start()).rejects.toThrow("The server ended with 0");
  await server.untilOutput(() => countListening(server) > before);
  const body = '{"query":"{ __typename }"}';
  const headers = {
    "content-type": "application/json",
    "content-length": body.length,
    // The server sends 100 Continue when it handles the request.
    expect: "100-continue",
  };
  const outgoing = request(`${server.url}/graphql`, { method: "POST", headers });
  outgoing.flushHeaders();
  await once(outgoing, "continue");
  const stopped = server.stop();
  await poll(() => expect(countStopping(server)).toBeGreaterThan(stoppedBefore));
  const answered = once(outgoing, "response") as Promise<[IncomingMessage]>;
  outgoing.end(body);
  expect((await answered)[0].statusCode).toBe(200);
  expect(await stopped).toBe(0);
  await starting;
  expect(server.output.match(/Visaport is ready/g)).toHaveLength(1);
});
