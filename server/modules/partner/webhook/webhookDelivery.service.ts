/**
 * Delivers events to partners' endpoints. Invariants: an event is sent until the endpoint accepts it or the
 * attempts are used up; it may arrive twice if a response, or the record of an attempt, is lost; a slow endpoint
 * occupies only a few of the slots for concurrent deliveries. Processes that share a database lease deliveries; the
 * limits apply to all of them together. Calls: the endpoints and the mail port, never inside a transaction.
 */
import type { EntityManager } from "typeorm";
import type { Platform } from "../../../platform/adapters/Platform";
import { escapeHtml } from "../../../core/escapeHtml";
import { SingleFlight } from "../../../core/SingleFlight";
import { webhookAttemptMs, type WebhookResult } from "../../../core/webhookPort";
import type { PartnerEventEntity } from "../event/partnerEvent.entity";
import type { PartnerEventService } from "../event/partnerEvent.service";
import { decryptSecrets, signMessage } from "./webhook.crypto";
import type { WebhookDeliveryEntity } from "./webhook.entity";
import * as webhooks from "./webhook.repository";
import {
  choose,
  endpointChanges,
  maxInFlight,
  maxInFlightPerEndpoint,
  nextAttemptAt,
  noticePauseMs,
  outcomeOf,
  pausedMail,
  readRetryAfter,
} from "./webhook.rules";

const leaseMs = 2 * webhookAttemptMs;
/** Leasing needs this lock, but no serializable transaction, because no other code leases deliveries. */
const leasing = { lock: "webhook leases" };
/** The interval at which an idle process looks for work left by commands and killed processes. */
const idlePollMs = 10_000;
/** Small, so that a statement has far fewer parameters than the databases allow. */
const rowsPerInsert = 100;

interface Deps extends Pick<Platform, "db" | "clock" | "keys" | "log" | "mail" | "webhookSender"> {
  brand: string;
  partnerEvents: PartnerEventService;
}

type Leased = webhooks.DueDelivery & { leasedUntil: Date };

export class WebhookDeliveryService {
  readonly #inFlight = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #starts = new SingleFlight();
  #isFirst = true;
  /** This process knows of no work before this time, in milliseconds of `performance.now()`. */
  #idleUntil = 0;

  constructor(private readonly deps: Deps) {}

  /**
   * Numbers new events, creates their deliveries and starts due ones. Does not wait for responses, because a slow
   * endpoint would delay the next run for all endpoints. Queries the database when this process may have caused work,
   * when known work is due, and otherwise every 10 seconds.
   */
  async processDue(): Promise<void> {
    const { clock, db, partnerEvents } = this.deps;
    if (performance.now() < this.#idleUntil && !partnerEvents.hasRecordedLately()) return;
    if (this.#isFirst && !db.hasOtherWriters)
      await db.write((transaction) => webhooks.endLeases(transaction, clock.now()));
    this.#isFirst = false;
    this.#idleUntil = idlePollMs + performance.now();
    const next = await webhooks.findNextWork(db.rows);
    const waitMs = next ? Date.parse(next) - clock.now().getTime() : idlePollMs;
    if (waitMs > 0) {
      this.#idleUntil = Math.min(this.#idleUntil, waitMs + performance.now());
      return;
    }
    this.wake();
    await partnerEvents.numberWaiting((transaction, events) => this.#enqueue(transaction, events));
    await this.#startDue();
    await this.#sendNotices();
  }

  /** Makes the next run of the job query the database for work. */
  wake(): void {
    this.#idleUntil = 0;
  }

  countDue(): Promise<number> {
    const { clock, db } = this.deps;
    return webhooks.countDueDeliveries(db.rows, clock.now());
  }

  /** Aborts attempts in flight, which are repeated after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#starts.settle();
    await Promise.allSettled(this.#inFlight);
  }

  async #enqueue(transaction: EntityManager, events: readonly PartnerEventEntity[]): Promise<void> {
    const partnerIds = [...new Set(events.map(({ partnerId }) => partnerId))];
    const endpoints = await webhooks.findActiveEndpoints(transaction, partnerIds);
    const now = this.deps.clock.now().toISOString();
    const rows = events.flatMap(({ partnerEventId, partnerId, type }) =>
      endpoints
        .filter((endpoint) => endpoint.partnerId === partnerId && endpoint.types.includes(type))
        .map(({ endpointId }): WebhookDeliveryEntity => ({
          deliveryId: `${endpointId}:${partnerEventId}`,
          endpointId,
          partnerEventId,
          state: "DUE",
          attempts: 0,
          nextTryAt: now,
          leasedUntil: null,
          lastResult: null,
          createdAt: now,
          closedAt: null,
        })),
    );
    for (let at = 0; at < rows.length; at += rowsPerInsert)
      await webhooks.insertDeliveries(transaction, rows.slice(at, at + rowsPerInsert));
  }

  /** Starts due deliveries until all delivery slots are taken; one run at a time. */
  async #startDue(): Promise<void> {
    if (!this.#stopping.signal.aborted) await this.#starts.run("all", () => this.#leaseAndStart());
  }

  async #leaseAndStart(): Promise<void> {
    for (const delivery of await this.#lease()) {
      const sending = this.#deliver(delivery)
        .catch((err: unknown) => {
          // Only logged, because the delivery is repeated after the lease has expired.
          this.deps.log.error({ err, endpoint: delivery.endpointId }, "webhook delivery failed");
        })
        .finally(() => {
          this.#inFlight.delete(sending);
          // A delivery slot is free.
          void this.#startDue().catch(() => undefined);
        });
      this.#inFlight.add(sending);
    }
  }

  async #lease(): Promise<Leased[]> {
    const { clock, db } = this.deps;
    const wanted = { perEndpoint: maxInFlightPerEndpoint, limit: 4 * maxInFlight };
    if ((await webhooks.findDue(db.rows, clock.now(), { ...wanted, limit: 1 })).length === 0) return [];
    return db.write(async (transaction) => {
      const now = clock.now();
      const inFlight = await webhooks.countInFlight(transaction, now);
      const chosen = choose(await webhooks.findDue(transaction, now, wanted), inFlight);
      if (chosen.length === 0) return [];
      const leasedUntil = new Date(now.getTime() + leaseMs);
      const ids = chosen.map(({ deliveryId }) => deliveryId);
      const leased = new Set(await webhooks.leaseDeliveries(transaction, ids, leasedUntil));
      return chosen
        .filter(({ deliveryId }) => leased.has(deliveryId))
        .map((delivery) => ({ ...delivery, leasedUntil }));
    }, leasing);
  }

  async #deliver(delivery: Leased): Promise<void> {
    const { clock, db, keys, partnerEvents, webhookSender } = this.deps;
    const { type, at: timestamp, ...data } = partnerEvents.view(delivery);
    const { partnerEventId: id, url } = delivery;
    const payload = { type, timestamp, data };
    const message = signMessage({ id, url, payload }, decryptSecrets(keys, delivery), clock.now());
    const result = await webhookSender.send(message, this.#stopping.signal);
    await db.write((transaction) => this.#record(transaction, delivery, result), {
      lock: `webhook ${delivery.endpointId}`,
    });
    this.wake();
  }

  async #record(transaction: EntityManager, delivery: Leased, result: WebhookResult): Promise<void> {
    const { endpointId } = delivery;
    const now = this.deps.clock.now();
    const outcome = outcomeOf(result.status);
    const isStopped = result.error === "STOPPED";
    const changes = isStopped ? undefined : await this.#changeEndpoint(transaction, delivery, outcome, now);
    // If the partner changed the URL during the attempt, only a success counts.
    if (!changes && outcome !== "DONE")
      return void (await webhooks.changeLeased(transaction, delivery, { nextTryAt: now.toISOString() }));
    const about = { endpointId, partnerEventId: delivery.partnerEventId };
    await webhooks.insertAttempt(transaction, about, result, now);
    const lastResult = result.error ?? String(result.status);
    const attempts = delivery.attempts + 1;
    const retryAfterMs = honoursRetryAfter(result) ? readRetryAfter(result.retryAfter, now) : undefined;
    const next =
      outcome === "FAILED"
        ? nextAttemptAt(attempts, { now, random: Math.random(), retryAfterMs })
        : undefined;
    await webhooks.changeLeased(transaction, delivery, {
      attempts,
      lastResult,
      ...(next
        ? { nextTryAt: next.toISOString() }
        : { state: outcome === "DONE" ? "DONE" : "FAILED", closedAt: now.toISOString() }),
    });
    if (changes?.endedAt || changes?.pausedAt) await webhooks.giveUpDeliveries(transaction, endpointId, now);
  }

  /** Applies an outcome to the endpoint. Returns the changes; undefined if the endpoint has another URL now. */
  async #changeEndpoint(
    transaction: EntityManager,
    { endpointId, url }: Pick<Leased, "endpointId" | "url">,
    outcome: ReturnType<typeof outcomeOf>,
    now: Date,
  ): Promise<ReturnType<typeof endpointChanges> | undefined> {
    const endpoint = await webhooks.findEndpoint(transaction, endpointId);
    if (endpoint?.url !== url) return undefined;
    const changes = endpointChanges(endpoint, outcome, now);
    if (Object.keys(changes).length === 0) return changes;
    // On PostgreSQL, the URL may have changed since it was read.
    return (await webhooks.changeEndpoint(transaction, { endpointId, url }, changes)) ? changes : undefined;
  }

  async #sendNotices(): Promise<void> {
    const { brand, clock, db, log, mail } = this.deps;
    for (const notice of await webhooks.findDueNotices(db.rows, clock.now())) {
      const { endpointId, email, url, noticeDueAt } = notice;
      const later = { noticeDueAt: new Date(clock.now().getTime() + noticePauseMs).toISOString() };
      const isClaimed = await db.write((transaction) =>
        webhooks.changeEndpoint(transaction, { endpointId, noticeDueAt }, later),
      );
      if (!isClaimed) continue;
      const { subject, text } = pausedMail(url, brand);
      const html = `<!doctype html><html lang="en"><body><pre>${escapeHtml(text)}</pre></body></html>`;
      try {
        await mail.send({ id: endpointId, to: email, template: "webhook-paused", subject, text, html });
        await db.write((transaction) =>
          webhooks.changeEndpoint(transaction, { endpointId }, { noticeDueAt: null }),
        );
      } catch (err) {
        log.warn({ err, endpoint: endpointId }, "webhook pause notice not sent");
      }
    }
  }
}

const honoursRetryAfter = ({ status }: WebhookResult) => status === 429 || status === 503;
