/**
 * Sends webhooks as Razorpay does: signed, at least once, in no promised order, 5 s to answer, tried again later.
 * A delivery is in the store from the change that caused it until it is taken or given up, so that a restart
 * sends what was pending.
 */
import { createHash, createHmac } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { makeToken, type Delivery, type WebhookEvent } from "./entities";
import type { Store } from "./store";

/** The wait before each further try; after the last one the delivery is given up. */
const retryDelays = [1_000, 5_000, 25_000, 120_000];
const timeoutMs = 5_000;

export interface WebhookOptions {
  /** Undefined means that nobody listens; nothing is sent then. */
  url: () => string | undefined;
  secret: string;
  keyId: string;
  now: () => Date;
  log: FastifyBaseLogger;
}

export class Webhooks {
  readonly #store: Store;
  readonly #options: WebhookOptions;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #stopping = new AbortController();
  readonly #accountId: string;

  constructor(store: Store, options: WebhookOptions) {
    this.#store = store;
    this.#options = options;
    const digest = createHash("sha256").update(options.keyId).digest("hex");
    this.#accountId = `acc_${digest.slice(0, 14)}`;
  }

  /** What is to be stored together with the change that caused `events`. */
  prepareDeliveries(events: readonly WebhookEvent[]): Delivery[] {
    if (this.#options.url() === undefined) return [];
    return events.map((event) => ({ id: makeToken(), body: this.#writeBody(event), attempts: 0 }));
  }

  /** Sends a stored delivery after `delay` milliseconds, never in the course of the request that made it. */
  schedule(deliveryId: string, delay = 0): void {
    if (this.#stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      this.#timers.delete(deliveryId);
      this.#attempt(deliveryId).catch((error: unknown) => {
        this.#options.log.error({ err: error, deliveryId }, "sandbox webhook could not be recorded");
      });
    }, delay);
    timer.unref();
    this.#timers.set(deliveryId, timer);
  }

  /** Sends what an earlier run has left. */
  resume(): void {
    for (const id of this.#store.deliveries.keys()) if (!this.#timers.has(id)) this.schedule(id);
  }

  /** Gives up every wait; what was not taken stays in the store for the next run. */
  stop(): void {
    this.#stopping.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  async #attempt(deliveryId: string): Promise<void> {
    const delivery = this.#store.deliveries.get(deliveryId);
    if (!delivery) return;
    const result = await this.#send(delivery);
    // A stop in between leaves the outcome unknown: the next run sends it again.
    if (this.#stopping.signal.aborted) return;
    const attempts = delivery.attempts + 1;
    const delay = retryDelays[attempts - 1];
    if (result !== "failed" || delay === undefined) {
      if (result !== "taken")
        this.#options.log.warn({ deliveryId, attempts, result }, "sandbox webhook given up");
      await this.#store.change(() => ({ records: [{ kind: "delivered", id: deliveryId }], result: null }));
      return;
    }
    await this.#store.change(() => ({
      records: [{ kind: "delivery", value: { ...delivery, attempts } }],
      result: null,
    }));
    this.schedule(deliveryId, delay);
  }

  async #send(delivery: Delivery): Promise<"taken" | "failed" | "unwanted"> {
    const url = this.#options.url();
    if (url === undefined) return "failed";
    try {
      const response = await fetch(url, {
        method: "POST",
        redirect: "manual",
        signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(timeoutMs)]),
        headers: {
          "content-type": "application/json",
          "user-agent": "Razorpay-Webhook/v1",
          "x-razorpay-signature": createHmac("sha256", this.#options.secret)
            .update(delivery.body)
            .digest("hex"),
          "x-razorpay-event-id": delivery.id,
        },
        body: delivery.body,
      });
      await response.body?.cancel();
      if (response.ok) return "taken";
      // There is no such route, and there will be none in two minutes either.
      return response.status === 404 || response.status === 405 ? "unwanted" : "failed";
    } catch {
      return "failed";
    }
  }

  #writeBody({ name, entities }: WebhookEvent): string {
    return JSON.stringify({
      entity: "event",
      account_id: this.#accountId,
      event: name,
      contains: Object.keys(entities),
      payload: Object.fromEntries(Object.entries(entities).map(([key, entity]) => [key, { entity }])),
      created_at: Math.floor(this.#options.now().getTime() / 1000),
    });
  }
}
