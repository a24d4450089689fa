/**
 * Sends webhooks like Razorpay: signed, at least once, in no guaranteed order, with a timeout of 5 s and
 * retries. A delivery is stored with the change that caused it until it is accepted or abandoned, so that
 * pending ones survive a restart.
 */
import { createHash, createHmac } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { makeToken, type Delivery, type WebhookEvent } from "./entities";
import type { Store, StoreRecord } from "./store";

/**
 * Milliseconds before each retry; after the last one the delivery is abandoned. The last value is also the pause after
 * the result of an attempt could not be stored.
 */
const retryDelays = [1_000, 5_000, 25_000, 120_000];
const timeoutMs = 5_000;

export interface WebhookOptions {
  /** Returns undefined if there is no receiver; then nothing is sent. */
  url: () => string | undefined;
  secret: string;
  keyId: string;
  now: () => Date;
  log: FastifyBaseLogger;
}

export class Webhooks {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #stopping = new AbortController();
  readonly #accountId: string;

  constructor(
    private readonly store: Store,
    private readonly options: WebhookOptions,
  ) {
    const digest = createHash("sha256").update(options.keyId).digest("hex");
    this.#accountId = `acc_${digest.slice(0, 14)}`;
  }

  /** Returns the deliveries to store together with the change that caused `events`. */
  prepareDeliveries(events: readonly WebhookEvent[]): Delivery[] {
    if (this.options.url() === undefined) return [];
    return events.map((event) => ({ id: makeToken(), body: this.#writeBody(event), attempts: 0 }));
  }

  /** Sends a stored delivery after `delay` milliseconds, never during the request that created it. */
  schedule(deliveryId: string, delay = 0): void {
    if (this.#stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      this.#timers.delete(deliveryId);
      this.#attempt(deliveryId).catch((error: unknown) => {
        this.options.log.error({ err: error, deliveryId }, "sandbox webhook could not be recorded");
        this.schedule(deliveryId, retryDelays.at(-1));
      });
    }, delay);
    timer.unref();
    this.#timers.set(deliveryId, timer);
  }

  resume(): void {
    for (const id of this.store.entities.delivery.keys()) if (!this.#timers.has(id)) this.schedule(id);
  }

  /** Cancels all timers; deliveries that were not accepted remain in the store for the next run. */
  stop(): void {
    this.#stopping.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  async #attempt(deliveryId: string): Promise<void> {
    const delivery = this.store.entities.delivery.get(deliveryId);
    if (!delivery) return;
    const result = await this.#send(delivery);
    // An interrupted delivery has an unknown outcome, so the next run sends it again.
    if (this.#stopping.signal.aborted) return;
    const attempts = delivery.attempts + 1;
    const delay = result === "failed" ? retryDelays[attempts - 1] : undefined;
    const isOver = delay === undefined;
    if (isOver && result !== "taken")
      this.options.log.warn({ deliveryId, attempts, result }, "sandbox webhook abandoned");
    const record: StoreRecord = isOver
      ? { kind: "delivered", id: deliveryId }
      : { kind: "delivery", value: { ...delivery, attempts } };
    await this.store.change(() => ({ records: [record], result: null }));
    if (!isOver) this.schedule(deliveryId, delay);
  }

  async #send(delivery: Delivery): Promise<"taken" | "failed" | "unwanted"> {
    const url = this.options.url();
    if (url === undefined) return "failed";
    try {
      const response = await fetch(url, {
        method: "POST",
        redirect: "manual",
        signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(timeoutMs)]),
        headers: {
          "content-type": "application/json",
          "user-agent": "Razorpay-Webhook/v1",
          "x-razorpay-signature": createHmac("sha256", this.options.secret)
            .update(delivery.body)
            .digest("hex"),
          "x-razorpay-event-id": delivery.id,
        },
        body: delivery.body,
      });
      await response.body?.cancel();
      if (response.ok) return "taken";
      // Not retried if the route does not exist, because a retry will not change that.
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
      created_at: Math.floor(this.options.now().getTime() / 1000),
    });
  }
}
