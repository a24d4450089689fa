import pg from "pg";
import { errorCode } from "../../../core/storageErrors";
import { types } from "./valueTypes";
import type { Asked } from "./postgresSource";
import { breakOff, maxStatementMs } from "./WatchedPool";

/** Connection timeout in milliseconds. The pool executes the statements until the connection is established. */
const connectWithin = 5_000;
/**
 * Milliseconds without a result after which further statements use the pool, so that they do not wait for a slow one.
 * Results that arrived while the process was busy are read first.
 */
const slowAfter = 20;
/**
 * Maximum number of values of a prepared statement. Longer lists vary too much in length, and PostgreSQL stores a plan
 * for each prepared text.
 */
const maxPreparedValues = 32;
/**
 * The prepared statement is no longer valid, and nothing was executed: its table has a new column
 * (feature_not_supported), or its first use failed before it was prepared (invalid_sql_statement_name).
 */
const staleStatements = new Set<string | undefined>(["0A000", "26000"]);

/**
 * One connection for the statements of all callers outside transactions. It prepares each text once and sends
 * statements without waiting for earlier results, so that one packet carries the statements of many callers: most of
 * the cost of a small statement is waking the receiving process. Unusable behind a pooler, which may run the next
 * statement on another connection.
 */
export class SharedConnection implements Pick<Asked, "query"> {
  #client: pg.Client | undefined;
  #isConnecting = false;
  #isClosed = false;
  /** Number of statements whose results are pending. */
  #waiting = 0;
  #isSlow = false;
  #watch: NodeJS.Timeout | undefined;
  /** Names of prepared statements by text; bounded, because all statements are in the code. */
  readonly #names = new Map<string, string>();

  constructor(
    private readonly url: string,
    private readonly pool: Asked,
  ) {}

  async query(text: string, values: unknown[] = []): ReturnType<Asked["query"]> {
    const client = this.#client;
    if (!client) void this.#connect();
    if (!client || this.#isSlow) return this.pool.query(text, values);
    if (this.#waiting++ === 0) this.#watchResults();
    try {
      return await client.query({ name: this.#nameFor(text, values), text, values });
    } catch (error) {
      if (!staleStatements.has(errorCode(error))) throw error;
      this.#replace(client);
      return await this.pool.query(text, values);
    } finally {
      this.#waiting--;
      this.#watchResults();
    }
  }

  /** Closes the connection unless it is delivering results, because it may be dead after a silent failover. */
  discardIdle(): void {
    if (this.#waiting > 0 && !this.#isSlow) return;
    const client = this.#client;
    this.#client = undefined;
    if (client) breakOff(client);
  }

  /** Waits for the results of all statements. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  /** Starts to watch for the next result. */
  #watchResults(): void {
    this.#isSlow = false;
    clearTimeout(this.#watch);
    this.#watch = undefined;
    if (this.#waiting === 0) return;
    const watch = setTimeout(() => {
      // Waits for an immediate, which runs after the sockets are read, so that a result that has already arrived
      // counts.
      setImmediate(() => (this.#isSlow = this.#watch === watch));
    }, slowAfter);
    this.#watch = watch;
  }

  #nameFor(text: string, values: unknown[]): string | undefined {
    if (values.length > maxPreparedValues) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = `shared ${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  /** Drops the client; the next statement connects again. */
  #replace(client: pg.Client): void {
    if (this.#client === client) this.#client = undefined;
    void client.end();
  }

  async #connect(): Promise<void> {
    if (this.#isConnecting || this.#isClosed) return;
    this.#isConnecting = true;
    const client = new pg.Client({
      connectionString: this.url,
      application_name: "visaport",
      connectionTimeoutMillis: connectWithin,
      statement_timeout: maxStatementMs,
      query_timeout: maxStatementMs,
      keepAlive: true,
      pipeline: true,
      types,
    });
    // Ignored, because the statements in flight report the loss of the connection.
    client.on("error", () => undefined);
    client.once("end", () => {
      if (this.#client === client) this.#client = undefined;
    });
    try {
      await client.connect();
      if (this.#isClosed) await client.end();
      else this.#client = client;
    } catch {
      // Ignored, because the callers then use the pool, which reports the outage.
    } finally {
      this.#isConnecting = false;
    }
  }
}
