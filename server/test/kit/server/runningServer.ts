import { randomInt } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runToEnd, type Ending } from "./runToEnd";
import { filePath, listFiles } from "../standIns/testBucket.mjs";

/** The real, built server in a separate process, with the operations that every suite may use. */
export class RunningServer {
  readonly dataDir: string;
  readonly url: string;
  /** Headers of every call. */
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
   * Returns the server that the suites of this jest worker share if they do not need special settings. It is started
   * once for the run (`sharedServers.mjs`). Suites use separate phone numbers, and do not stop or change the server.
   */
  static shared(): RunningServer {
    const servers = sharedServers();
    const own = servers[(Number(process.env["JEST_WORKER_ID"] ?? 1) - 1) % servers.length];
    if (!own) throw new Error("No shared server was started for this run");
    // A separate IP address for each suite, so that no suite uses up another's limits.
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
    return new RunningServer(own.dataDir, own.url, own.environment, { "x-forwarded-for": address });
  }

  get isShared(): boolean {
    return sharedServers().some(({ url }) => url === this.url);
  }

  /** Returns the same server, called from the IP address `address`; the server must trust 127.0.0.1 as a proxy. */
  from(address: string): RunningServer {
    return new RunningServer(this.dataDir, this.url, this.environment, { "x-forwarded-for": address });
  }

  /** Runs a built command of `server/app/commands` with this server's settings. The server may be running. */
  runCommand(name: string, ...given: string[]): Promise<Ending> {
    return runToEnd([process.execPath, `dist/server/${name}.js`, ...given], this.environment);
  }

  /** True if the files are in the data folder instead of the run's bucket. */
  get isOnDisk(): boolean {
    return !this.environment["FILES"];
  }

  /** Returns the paths of all stored files, on disk or in the run's bucket, including half-written ones. */
  listFiles(): Promise<string[]> {
    return listFiles(this.environment);
  }

  /** Returns the path at which a file is stored. */
  pathOfFile(fileId: string): string {
    return filePath(this.environment, fileId);
  }

  /** Returns the latest code that was sent to the number by SMS. */
  async readCode(phoneNumber: string): Promise<string> {
    const lines = (await readFile(join(this.dataDir, "outbox", "sms.jsonl"), "utf8")).trim().split("\n");
    const own = lines.findLast((line) => line.includes(phoneNumber) && /"(login|number)-code"/.test(line));
    const { text } = JSON.parse(own ?? `{"text":""}`) as { text: string };
    const code = /\b\d{6}\b/.exec(text)?.[0];
    if (!code) throw new Error(`No code was sent to ${phoneNumber}`);
    return code;
  }

  /** Returns an unused staff number from `STAFF_PHONES`; undefined if none is left. */
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

const sharedServers = () => JSON.parse(process.env["SHARED_SERVERS"] ?? "[]") as SharedServer[];
