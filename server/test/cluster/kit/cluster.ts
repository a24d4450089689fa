import { setTimeout as pause } from "node:timers/promises";
import { existsSync } from "node:fs";
import type { FileSet } from "../../faults/kit/files";
import { startPostgres, type PostgresServer } from "../../kit/server/postgresServer.mjs";
import { endProcesses, startProcesses } from "../../kit/server/processes";
import { RunningServer } from "../../kit/server/runningServer";
import type { TestServer } from "../../kit/server/testServer";
import { secrets } from "../../kit/server/testDatabase.mjs";
import { FakeRazorpay } from "../../kit/standIns/fakeRazorpay";
import { SwiftStore } from "../../kit/standIns/swiftStore";
import { Proxy } from "./proxy";

const secondsAhead = 3;
const fakeClock = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/** Three processes behind HAProxy, with a separate PostgreSQL server and store. */
export class Cluster {
  readonly kills: number[] = [];
  /** Processes that ended on their own, and unexpected errors in logs. */
  readonly faults: string[] = [];
  isDatabaseAway = false;
  /** The travellers' files. */
  files!: FileSet;

  private constructor(
    readonly postgres: PostgresServer,
    readonly store: SwiftStore,
    readonly gateway: FakeRazorpay,
    readonly servers: TestServer[],
    readonly proxy: Proxy,
  ) {}

  static async start(): Promise<Cluster> {
    const [postgres, store, gateway] = [
      await startPostgres(),
      await SwiftStore.start(),
      await FakeRazorpay.start(),
    ];
    const settings = { DATABASE_URL: postgres.urlOf("postgres"), ...secrets, ...store.settings };
    const servers = await startProcesses(3, gateway, settings);
    const cluster = new Cluster(postgres, store, gateway, servers, await Proxy.start(servers));
    const [, , ahead] = servers;
    if (!existsSync(fakeClock)) throw new Error(`No ${fakeClock}: npm run test:cluster installs it`);
    ahead!.configure({
      LD_PRELOAD: fakeClock,
      FAKETIME: `+${secondsAhead}s`,
      // Only the wall clock is ahead; timers and file times are not changed.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
    });
    await ahead!.restart();
    return cluster;
  }

  /** Returns the servers through the proxy, called from the IP address `address`. */
  from(address: string): RunningServer {
    const [{ dataDir }] = this.servers as [TestServer];
    return new RunningServer(dataDir, this.proxy.url, {}, { "x-forwarded-for": address });
  }

  /** Kills a process and starts it again, as a supervisor does. */
  async kill(index: number): Promise<void> {
    const server = this.servers[index]!;
    if (!server.isRunning)
      this.faults.push(`process ${index} ended on its own: ${server.output.slice(-1000)}`);
    await server.stop("SIGKILL");
    this.#readLog(server, index);
    this.kills.push(index);
    for (;;)
      try {
        return await server.restart();
      } catch (error) {
        if (!this.isDatabaseAway && !String(error).includes("Setting DATABASE_URL"))
          this.faults.push(String(error));
        await pause(500);
      }
  }

  /** Stops PostgreSQL until HAProxy finds no server ready, and checks that pages are still served. */
  async restartDatabase(mode: "fast" | "immediate"): Promise<void> {
    this.isDatabaseAway = true;
    await this.postgres.halt(mode);
    await pause(6_000);
    const ready = await fetch(`${this.proxy.url}/readyz`);
    if (ready.status !== 503 || (await ready.text()).includes("<html"))
      this.faults.push(`HAProxy answered in place of a server: ${ready.status}`);
    const { status } = await fetch(`${this.proxy.url}/visas/vietnam`);
    if (status !== 200) this.faults.push(`a page without PostgreSQL: ${status}`);
    await this.postgres.resume();
    this.isDatabaseAway = false;
  }

  /** Lets the store refuse connections for the first half of the time, and stay silent for the second. */
  async loseStore(seconds: number): Promise<void> {
    await this.store.stop();
    await pause(seconds * 500);
    await this.store.resume();
    this.store.fallSilent();
    await pause(seconds * 500);
    await this.store.resume();
  }

  readLogs(): void {
    for (const [index, server] of this.servers.entries()) {
      if (!server.isRunning) this.faults.push(`process ${index} ended on its own`);
      this.#readLog(server, index);
    }
  }

  async stop(): Promise<void> {
    await this.proxy.stop();
    await endProcesses(this.servers);
    await this.gateway.close();
    await this.store.dispose();
    await this.postgres.stop();
  }

  #readLog({ output }: TestServer, index: number): void {
    for (const line of output.split("\n"))
      if (line.includes("unexpected error") || line.includes('"level":60'))
        this.faults.push(`process ${index}: ${line.slice(0, 1000)}`);
  }
}
