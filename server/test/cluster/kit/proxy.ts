import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { poll } from "../../kit/poll";
import type { RunningServer } from "../../kit/server/runningServer";
import { findFreePort } from "../../kit/server/testServer";

/** HAProxy with the configuration of compose.yaml, in front of servers on this machine. */
export class Proxy {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(servers: readonly RunningServer[]): Promise<Proxy> {
    const port = await findFreePort();
    const folder = mkdtempSync(join(tmpdir(), "visaport-proxy-"));
    const file = join(folder, "haproxy.cfg");
    writeFileSync(file, configure(port, servers));
    const child = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
    const proxy = new Proxy(`http://127.0.0.1:${port}`, child, folder);
    await poll(async () => {
      if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}`);
      const { status } = await fetch(`${proxy.url}/readyz`);
      if (status !== 200) throw new Error(`HAProxy answers ${status}`);
    });
    return proxy;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, "exit");
    if (this.child.exitCode === null && this.child.kill("SIGKILL")) await ended;
    rmSync(this.folder, { recursive: true });
  }
}

/** Replaces the settings that work only in Docker's network: its name server and the containers' addresses. */
function configure(port: number, servers: readonly RunningServer[]): string {
  const [, content = ""] = readFileSync("compose.yaml", "utf8").split("    content: |\n");
  const lines = servers.map(({ url }, index) => `server s${index} ${new URL(url).host} check inter 1s`);
  return content
    .replaceAll(/^ {6}/gm, "")
    .replace(/^resolvers docker\n.*\n/m, "")
    .replace("bind :8080", `bind 127.0.0.1:${port}`)
    .replaceAll(/^ *server-template .*$/gm, lines.map((line) => `  ${line}`).join("\n"));
}
