import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "typeorm";
import pg from "pg";
import { queryRows } from "../rowSource";

/** The NOTIFY channel of all topics; the payload names the topic. */
const channel = "visaport";
/** Milliseconds between attempts to reconnect. */
const pause = 2_000;
/** Connection timeout in milliseconds, because a firewall may drop packets silently. */
const connectWithin = 5_000;

/** Notifies listeners when the transaction commits, but not if it rolls back. */
export async function announce(transaction: EntityManager, topic: string): Promise<void> {
  await queryRows(transaction, `SELECT pg_notify('${channel}', ?) IS NULL AS sent`, [topic]);
}

/**
 * Notifications between processes on one database, through LISTEN on a connection outside the pool. Behind PgBouncer in
 * transaction mode no announcement arrives, and polling finds the changes a little later.
 */
export class Announcements {
  readonly #acts = new Map<string, (() => void)[]>();
  readonly #stopping = new AbortController();
  #connected: Promise<void> | undefined;

  constructor(private readonly url: string) {}

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
      // Ignored, because users of the pool report the outage.
      await this.#hearUntilLost().catch(() => undefined);
      await wait(pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #hearUntilLost(): Promise<void> {
    const { signal } = this.#stopping;
    const client = new pg.Client({
      connectionString: this.url,
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
      // Calls all listeners, because announcements may have been missed while disconnected.
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
