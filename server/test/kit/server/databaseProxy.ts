import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** The end of a client's COMMIT statement, and of the message with which the server confirms it. */
const commit = "COMMIT\0";

/**
 * A TCP proxy in front of PostgreSQL, or of another server, that loses connections at the worst moments, as a network
 * does.
 */
export class DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /** Number of committed transactions whose confirmation was lost. */
  lostCommits = 0;
  readonly #target: { host: string; port: number };
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #losesCommitOf: ((statements: string) => boolean) | undefined;
  #holdsResponses = false;
  #onSent: (chunk: string) => void = () => undefined;
  /** Statements that arrived on silenced connections. */
  readonly ignored: string[] = [];
  readonly #silent = new Set<Socket>();

  private constructor(server: Server, url: URL) {
    this.#server = server;
    this.#target = { host: url.hostname, port: Number(url.port) };
    const { port } = server.address() as AddressInfo;
    this.url = Object.assign(new URL(url), { port: String(port) }).href;
  }

  static async start(databaseUrl: string): Promise<DatabaseProxy> {
    const server = createServer({ noDelay: true });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const proxy = new DatabaseProxy(server, new URL(databaseUrl));
    server.on("connection", (client) => proxy.#serve(client));
    return proxy;
  }

  /**
   * Drops the connection instead of confirming each transaction whose statements `chooses` accepts; undefined drops
   * none.
   */
  loseCommits(chooses: ((statements: string) => boolean) | undefined): void {
    this.#losesCommitOf = chooses;
  }

  /** Calls `act` with each chunk that a client sends, before forwarding it. */
  watch(act: (chunk: string) => void): void {
    this.#onSent = act;
  }

  /**
   * For new connections, holds the server's data until the server ends them, then sends it in one chunk, so that the
   * end of the connection arrives together with the last response.
   */
  holdResponses(): void {
    this.#holdsResponses = true;
  }

  /** Stops forwarding on the open connections without closing them, as after a failover. New connections work. */
  silence(): void {
    for (const socket of this.#open) this.#silent.add(socket);
  }

  /** Refuses new connections and ends existing ones. */
  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
    if (this.#server.listening) await once(this.#server, "close");
  }

  #serve(client: Socket): void {
    const server = connect({ ...this.#target, noDelay: true });
    for (const socket of [client, server]) {
      this.#open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => this.#open.delete(socket));
    }
    const holds = this.#holdsResponses;
    const held: Buffer[] = [];
    let statements = "";
    let loses = false;
    client.on("data", (chunk) => {
      if (this.#silent.has(client)) {
        this.ignored.push(chunk.toString("latin1"));
        return;
      }
      this.#onSent(chunk.toString("latin1"));
      statements += chunk.toString("latin1");
      if (statements.includes(commit)) {
        loses = this.#losesCommitOf?.(statements) ?? false;
        statements = "";
      }
      server.write(chunk);
    });
    server.on("data", (chunk) => {
      if (holds) held.push(chunk);
      else if (loses && chunk.includes(commit)) {
        this.lostCommits++;
        client.destroy();
      } else client.write(chunk);
    });
    client.on("close", () => server.destroy());
    server.on("close", () => client.end(Buffer.concat(held)));
  }
}
