import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, utimes } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { findFreePort } from "../server/testServer";

const bucket = "visaport-test";
const objectEnding = "._S3rver_object";

/** An S3-compatible server with one bucket. */
export class FakeBucket {
  #running: S3rver | undefined;
  #silent: Server | undefined;
  readonly #sockets = new Set<Socket>();

  private constructor(
    readonly port: number,
    private readonly directory: string,
  ) {}

  static async start(): Promise<FakeBucket> {
    const made = new FakeBucket(await findFreePort(), await mkdtemp(join(tmpdir(), "visaport-bucket-")));
    await made.resume();
    return made;
  }

  /** The settings of a server that stores its files here. */
  get settings(): Record<string, string> {
    return {
      FILES: `s3://${bucket}/some/files`,
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${this.port}`,
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "S3RVER",
      AWS_SECRET_ACCESS_KEY: "S3RVER",
    };
  }

  /** Starts the bucket unless it is running. */
  async resume(): Promise<void> {
    if (this.#running) return;
    await this.#closeSilent();
    const { directory, port } = this;
    const configureBuckets = [{ name: bucket }];
    this.#running = new S3rver({ address: "127.0.0.1", port, silent: true, directory, configureBuckets });
    await this.#running.run();
  }

  /** Refuses connections until `resume`. */
  async stop(): Promise<void> {
    const { httpServer } = this.#running ?? {};
    this.#running = undefined;
    httpServer?.closeAllConnections();
    if (httpServer) await new Promise((resolve) => httpServer.close(resolve));
  }

  /** Until `resume`, accepts connections without responding. */
  async fallSilent(): Promise<void> {
    await this.stop();
    this.#silent = createServer((socket) => this.#sockets.add(socket.on("error", () => undefined)));
    await once(this.#silent.listen(this.port, "127.0.0.1"), "listening");
  }

  /** Returns the names of all objects. */
  async list(): Promise<string[]> {
    const names = await readdir(join(this.directory, bucket, "some/files")).catch(() => []);
    return names
      .filter((name) => name.endsWith(objectEnding))
      .map((name) => name.slice(0, -objectEnding.length));
  }

  async read(name: string): Promise<Buffer> {
    return readFile(this.#pathOf(name));
  }

  /** Stores an object that is `ageHours` hours old. */
  async put(name: string, ageHours: number): Promise<void> {
    const url = `http://127.0.0.1:${this.port}/${bucket}/some/files/${name}`;
    const { status } = await fetch(url, { method: "PUT", body: "x" });
    if (status !== 200) throw new Error(`The bucket answered ${status}`);
    const at = new Date(Date.now() - ageHours * 60 * 60_000);
    await utimes(this.#pathOf(name), at, at);
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name));
  }

  async dispose(): Promise<void> {
    await this.stop();
    await this.#closeSilent();
    await rm(this.directory, { recursive: true });
  }

  async #closeSilent(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    if (this.#silent) await new Promise((resolve) => this.#silent!.close(resolve));
    this.#silent = undefined;
  }

  #pathOf(name: string): string {
    return join(this.directory, bucket, "some/files", name + objectEnding);
  }
}
