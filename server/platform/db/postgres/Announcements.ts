import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "typeorm";
import pg from "pg";
import { queryRows } from "../rowSource";

/** PostgreSQL's name for all of ours; the topic is what is sent. */
const channel = "visaport";
/** Milliseconds until the connection is tried again. */
const pause = 2_000;
/** Milliseconds; a firewall between may forget a connection on which nothing is said. */
const connectWithin = 5_000;

/** In a transaction: what listens hears of it with the commit, and nothing where there is none. */
export async function announce(transaction: EntityManager, topic: string): Promise<void> {
  await queryRows(transaction, `SELECT pg_notify('${channel}', ?) IS NULL AS sent`, [topic]);
}

/**
 * What the processes on one database tell each other, by LISTEN on a connection beside the pool. Behind PgBouncer in
 * transaction mode nothing arrives: then what is listened for is found a moment later by whoever asks now and then.
 */
export class Announcements {
  readonly #url: string;
  readonly #acts = new Map<string, (() => void)[]>();
  readonly #stopping = new AbortController();
  #connected: Promise<void> | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  listen(topic: string, act: () => void): void {
    this.#acts.set(topic, [...(this.#acts.get(topic) ?? []), act]);
    this.#connected ??= this.#stayConnected();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#connected;
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      // Who asks the pool at the same time is told of an outage: here is nobody to tell.
      await this.#hearUntilLost().catch(() => undefined);
      await wait(pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #hearUntilLost(): Promise<void> {
    const { signal } = this.#stopping;
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: "visaport announcements",
      connectionTimeoutMillis: connectWithin,
      keepAlive: true,
    });
    const lost = new Promise<void>((resolve) => {
      client.once("error", () => resolve());
      client.once("end", () => resolve());
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    client.on("notification", ({ payload = "" }) => this.#act(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      // What was announced while nobody heard it.
      for (const topic of this.#acts.keys()) this.#act(topic);
      await lost;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  #act(topic: string): void {
    for (const act of this.#acts.get(topic) ?? []) act();
  }
}
