import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { poll } from "../poll";
import { chooseUser } from "../server/postgresServer.mjs";
import { findFreePort } from "../server/testServer";

const bucket = "visaport-test";
const [user, key] = ["test:tester", "keyOfTheTestStore"];
const region = "us-east-1";
const storage = ["account", "container", "object"] as const;
/** Generous: a start takes seconds of computing, and the machine may be busy. */
const readyWithinMs = 180_000;
type Part = (typeof storage)[number] | "proxy" | "memcached";

/** Debian's Python, because Swift is installed only for it. */
const python = "/usr/bin/python3";

/** Starts one of Swift's servers with another folder for the main configuration, which is otherwise in `/etc`. */
const launcher = `
import runpy, sys
from swift.common import utils
utils.set_swift_dir(sys.argv[1])
sys.argv = sys.argv[2:]
runpy.run_path(sys.argv[0], run_name="__main__")
`;

/**
 * An S3-compatible store: OpenStack Swift with its S3 API, on one node with one copy, in its own folder, with
 * one bucket.
 */
export class SwiftStore {
  readonly #folder = mkdtempSync(join(tmpdir(), "visaport-swift-"));
  readonly #user = chooseUser();
  readonly #ports = new Map<Part, number>();
  readonly #running = new Map<Part, ChildProcess>();

  private constructor() {}

  static async start(): Promise<SwiftStore> {
    const store = new SwiftStore();
    await store.#configure();
    for (const part of [...storage, "memcached"] as const) store.#launch(part);
    await store.resume();
    const client = new S3Client({
      endpoint: store.#url,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId: user, secretAccessKey: key },
    });
    await poll(async () => void (await client.send(new CreateBucketCommand({ Bucket: bucket }))));
    client.destroy();
    return store;
  }

  /** The settings of a server that stores its files here. */
  get settings(): Record<string, string> {
    return {
      FILES: `s3://${bucket}/some/files`,
      AWS_ENDPOINT_URL_S3: this.#url,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: user,
      AWS_SECRET_ACCESS_KEY: key,
    };
  }

  /** Ends an outage; does nothing if there is none. */
  async resume(): Promise<void> {
    if (!this.#running.has("proxy")) this.#launch("proxy");
    this.#running.get("proxy")!.kill("SIGCONT");
    const until = Date.now() + readyWithinMs;
    while (!(await this.#isReady())) {
      if (Date.now() > until) throw new Error("The store did not start in time");
      await pause(200);
    }
  }

  /** Does not use `fetch`, because tests record its calls. */
  async #isReady(): Promise<boolean> {
    try {
      const [response] = (await once(get(`${this.#url}/healthcheck`), "response")) as [IncomingMessage];
      response.resume();
      return response.statusCode === 200;
    } catch {
      return false;
    }
  }

  /** Refuses connections until `resume`. */
  async stop(): Promise<void> {
    await this.#end("proxy");
  }

  /** Until `resume`, accepts connections without responding. */
  fallSilent(): void {
    this.#running.get("proxy")!.kill("SIGSTOP");
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((part) => this.#end(part)));
    rmSync(this.#folder, { recursive: true });
  }

  get #url(): string {
    return `http://127.0.0.1:${this.#ports.get("proxy")}`;
  }

  #launch(part: Part): void {
    const { PATH = "" } = process.env;
    const [folder, server] = [this.#folder, `${part}-server`];
    const [command, ...given] =
      part === "memcached"
        ? ["memcached", "-l", "127.0.0.1", "-p", String(this.#ports.get(part))]
        : [python, "-c", launcher, folder, `/usr/bin/swift-${server}`, join(folder, `${server}.conf`)];
    this.#running.set(
      part,
      spawn(command, given, {
        ...this.#user,
        cwd: folder,
        env: { PATH },
        stdio: ["ignore", "ignore", "inherit"],
      }),
    );
  }

  async #end(part: Part): Promise<void> {
    const child = this.#running.get(part);
    this.#running.delete(part);
    if (!child || child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  async #configure(): Promise<void> {
    const folder = this.#folder;
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    const devices = join(folder, "devices");
    mkdirSync(join(devices, "one"), { recursive: true });
    write(
      "swift.conf",
      "[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = one\ndefault = yes\n",
    );
    for (const part of [...storage, "memcached", "proxy"] as const)
      this.#ports.set(part, await findFreePort());
    for (const part of [...storage, "proxy"] as const) {
      const port = this.#ports.get(part);
      const common = [
        ...["[DEFAULT]", "bind_ip = 127.0.0.1", `bind_port = ${port}`, "workers = 0"],
        ...[`swift_dir = ${folder}`, `devices = ${devices}`, "mount_check = false", "log_level = ERROR"],
        ...["user = nobody", `[app:${part}-server]`, `use = egg:swift#${part}`],
      ];
      if (part === "proxy") {
        write("proxy-server.conf", [...common, ...proxyLines(this.#ports.get("memcached")!)].join("\n"));
        continue;
      }
      write(`${part}-server.conf`, [...common, "[pipeline:main]", `pipeline = ${part}-server`].join("\n"));
      for (const given of [
        ["create", "4", "1", "1"],
        ["add", `r1z1-127.0.0.1:${port}/one`, "1"],
        ["rebalance"],
      ])
        execFileSync("swift-ring-builder", [join(folder, `${part}.builder`), ...given], { stdio: "ignore" });
    }
    const { uid, gid } = this.#user;
    if (uid !== undefined)
      for (const path of [folder, devices, join(devices, "one")]) chownSync(path, uid, gid!);
  }
}

/** Signed requests do not need tokens, but `tempauth` refuses to work without a cache for them. */
const proxyLines = (memcached: number) => [
  ...["account_autocreate = true", "allow_account_management = true"],
  ...["[filter:healthcheck]", "use = egg:swift#healthcheck"],
  ...["[filter:s3api]", "use = egg:swift#s3api", `location = ${region}`],
  ...["[filter:tempauth]", "use = egg:swift#tempauth", `user_test_tester = ${key} .admin`],
  ...["[filter:cache]", "use = egg:swift#memcache", `memcache_servers = 127.0.0.1:${memcached}`],
  ...["[pipeline:main]", "pipeline = healthcheck cache s3api tempauth proxy-server"],
];
