import { execFileSync } from "node:child_process";
import { expect, test } from "@jest/globals";
import { signedInTraveller } from "../kit/personas/traveller";
import { poll } from "../kit/poll";
import { endProcesses, startProcesses } from "../kit/server/processes";
import type { TestServer } from "../kit/server/testServer";
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
/** Its sockets are not reused, because those to a killed worker are gone. */
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
