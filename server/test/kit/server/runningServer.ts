import { randomInt } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runToEnd, type Ending } from "./runToEnd";

/** The real server, built, that runs in a process of its own: what any suite may ask of it. */
export class RunningServer {
  readonly dataDir: string;
  readonly url: string;
  /** What each call carries. */
  readonly headers: Readonly<Record<string, string>>;
  protected readonly environment: Record<string, string>;

  constructor(
    dataDir: string,
    url: string,
    environment: Record<string, string>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.headers = headers;
    this.dataDir = dataDir;
    this.url = url;
    this.environment = environment;
  }

  /**
   * The server that all suites of this worker share which need no settings of their own: people are apart by their
   * numbers. It was started once for the run (`sharedServers.mjs`) and is never stopped or changed by a suite.
   */
  static shared(): RunningServer {
    const servers = JSON.parse(process.env["SHARED_SERVERS"] ?? "[]") as SharedServer[];
    const own = servers[(Number(process.env["JEST_WORKER_ID"] ?? 1) - 1) % servers.length];
    if (!own) throw new Error("No shared server was started for this run");
    // From an address of the suite's own, so that no suite uses up the limits of another.
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
    return new RunningServer(own.dataDir, own.url, own.environment, { "x-forwarded-for": address });
  }

  /** The same server, as somebody reaches it from that address; it has to trust its proxy. */
  from(address: string): RunningServer {
    return new RunningServer(this.dataDir, this.url, this.environment, { "x-forwarded-for": address });
  }

  /** Runs a command of `server/commands`, as built, with this server's settings and beside it. */
  runCommand(name: string, ...given: string[]): Promise<Ending> {
    return runToEnd([process.execPath, `dist/server/${name}.js`, ...given], this.environment);
  }

  /** The code of the newest SMS to that number. */
  async readCode(phoneNumber: string): Promise<string> {
    const lines = (await readFile(join(this.dataDir, "outbox", "sms.jsonl"), "utf8")).trim().split("\n");
    const own = lines.findLast((line) => line.includes(phoneNumber) && /"(login|number)-code"/.test(line));
    const { text } = JSON.parse(own ?? `{"text":""}`) as { text: string };
    const code = /\b\d{6}\b/.exec(text)?.[0];
    if (!code) throw new Error(`No code was sent to ${phoneNumber}`);
    return code;
  }

  /** A number that `STAFF_PHONES` makes staff and that nobody else of this server's suites has; undefined without it. */
  takeStaffNumber(): string | undefined {
    const numbers = (this.environment["STAFF_PHONES"] ?? "").split(",").filter(Boolean);
    if (numbers.length === 0) return undefined;
    const taken = `${this.dataDir}-staff-numbers`;
    appendFileSync(taken, ".");
    return numbers[readFileSync(taken, "utf8").length - 1];
  }
}

interface SharedServer {
  dataDir: string;
  url: string;
  environment: Record<string, string>;
}
