/**
 * The endpoints of a partner. Guards: only members and keys with the scope `webhooks` have access; URLs into our own
 * network are rejected here and at each attempt. A secret is returned once. Calls: the endpoint, for a ping.
 */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { EntityManager } from "typeorm";
import type { Platform } from "../../../platform/adapters/Platform";
import { DomainError, notFound } from "../../../core/errors";
import { requirePerson, type Principal } from "../../../core/principal";
import type { AuditService } from "../../audit/audit.service";
import { toEventName, toEventType, type PartnerEventName } from "../event/partnerEvent.rules";
import { findManagedPartnerId, findManagedPartnerIds, getManagedPartnerId } from "../partner.logic";
import {
  decryptSecrets,
  findPrevious,
  makeSecret,
  rotateSecrets,
  secretsText,
  signMessage,
} from "./webhook.crypto";
import type { WebhookEndpointEntity } from "./webhook.entity";
import * as webhooks from "./webhook.repository";
import { endedListedDays, maxEndpoints, oldSecretHours, stateOf } from "./webhook.rules";

const replacedLately = `The secret was replaced in the last ${oldSecretHours} hours. If you have lost the new one, send the endpoint's oldSecretUntil`;

interface Deps extends Pick<Platform, "db" | "clock" | "keys" | "webhookSender"> {
  audit: AuditService;
}

/** An endpoint as its partner sees it. */
export type WebhookEndpointView = ReturnType<typeof showEndpoint>;

export class WebhookEndpointService {
  /** Endpoints with a ping in flight. */
  readonly #pinged = new Set<string>();

  constructor(private readonly deps: Deps) {}

  /** Returns a partner's endpoints, oldest first; null for a partner that the caller does not manage. */
  async list(caller: Principal, partnerId?: string | null): Promise<WebhookEndpointView[] | null> {
    requirePerson(caller, "webhookEndpoints");
    const { clock, db } = this.deps;
    const id = await findManagedPartnerId(db.read, caller, partnerId);
    if (id === undefined) return null;
    const endedAfter = new Date(clock.now().getTime() - endedListedDays * 24 * 60 * 60_000);
    return (await webhooks.findEndpoints(db.read, id, endedAfter)).map((endpoint) =>
      showEndpoint(endpoint, this.deps),
    );
  }

  /** Throws NOT_FOUND, INVALID_STATE, REQUIRED, INVALID, CONFLICT. */
  async create(
    caller: Principal,
    input: { partnerId?: string | null; url: string; types: readonly PartnerEventName[] },
  ): Promise<{ endpoint: WebhookEndpointView; secret: string }> {
    requirePerson(caller, "createWebhookEndpoint");
    const { audit, clock, db, keys } = this.deps;
    await getManagedPartnerId(db.read, caller, input.partnerId);
    const url = input.url.trim();
    await this.#assertUrl(url);
    const types = readTypes(input.types);
    const secret = makeSecret();
    const endpointId = randomUUID();
    return db.write(async (transaction) => {
      const partnerId = await getManagedPartnerId(transaction, caller, input.partnerId);
      const endpoint: WebhookEndpointEntity = {
        endpointId,
        partnerId,
        url,
        types,
        createdAt: clock.now().toISOString(),
        secretsSealed: secretsText.encryptJson(keys, endpointId, { current: secret }),
        failingSince: null,
        pausedAt: null,
        endedAt: null,
        noticeDueAt: null,
      };
      await assertOnlyOne(transaction, endpoint);
      if ((await webhooks.countEndpoints(transaction, partnerId)) >= maxEndpoints)
        throw new DomainError("INVALID_STATE", `A partner can have ${maxEndpoints} endpoints. End one first`);
      await webhooks.insertEndpoint(transaction, endpoint);
      await audit.record(transaction, "WEBHOOK_CREATED", endpointId, { by: caller, ownerUserId: partnerId });
      return { endpoint: showEndpoint(endpoint, this.deps), secret };
    });
  }

  /** Changes and resumes an endpoint. Throws NOT_FOUND, INVALID_STATE, REQUIRED, INVALID, CONFLICT. */
  async change(
    caller: Principal,
    input: { endpointId: string; url?: string | null; types?: readonly PartnerEventName[] | null },
  ): Promise<WebhookEndpointView> {
    requirePerson(caller, "updateWebhookEndpoint");
    const { db } = this.deps;
    await this.#getOwn(db.read, caller, input.endpointId);
    const url = input.url?.trim();
    if (url !== undefined) await this.#assertUrl(url);
    const changes = {
      ...(url !== undefined && { url }),
      ...(input.types && { types: readTypes(input.types) }),
      failingSince: null,
      pausedAt: null,
      noticeDueAt: null,
    };
    return db.write(async (transaction) => {
      const endpoint = await this.#getOwn(transaction, caller, input.endpointId);
      const changed = { ...endpoint, ...changes };
      // A repeated call changes nothing.
      if (isDeepStrictEqual({ ...changed }, { ...endpoint })) return showEndpoint(endpoint, this.deps);
      await assertOnlyOne(transaction, changed);
      await this.#change(transaction, caller, endpoint, changes, "WEBHOOK_CHANGED");
      return showEndpoint(changed, this.deps);
    });
  }

  /**
   * Creates a new secret. For a day, messages are also signed with the previous one. `oldSecretUntil` reports that the
   * newest secret was lost: only that secret is replaced, and messages are still signed with the older one. Throws
   * NOT_FOUND, INVALID_STATE.
   */
  async rotateSecret(
    caller: Principal,
    { endpointId, oldSecretUntil }: { endpointId: string; oldSecretUntil?: string | null },
  ): Promise<{ endpoint: WebhookEndpointView; secret: string }> {
    requirePerson(caller, "rotateWebhookSecret");
    const { clock, db, keys } = this.deps;
    return db.write(async (transaction) => {
      const endpoint = await this.#getOwn(transaction, caller, endpointId);
      const present = decryptSecrets(keys, endpoint);
      const previous = findPrevious(present, clock.now());
      // A repeated call would end the secret that the receiver still uses, or one that it has just received.
      if (previous?.until !== (oldSecretUntil ?? undefined))
        throw new DomainError(
          "INVALID_STATE",
          previous ? replacedLately : "The secret was not replaced recently",
        );
      const secrets = rotateSecrets({ current: previous?.secret ?? present.current }, clock.now());
      const secretsSealed = secretsText.encryptJson(keys, endpointId, secrets);
      await this.#change(transaction, caller, endpoint, { secretsSealed }, "WEBHOOK_CHANGED");
      return { endpoint: showEndpoint({ ...endpoint, secretsSealed }, this.deps), secret: secrets.current };
    });
  }

  /** Throws NOT_FOUND, INVALID_STATE. */
  async end(caller: Principal, endpointId: string): Promise<WebhookEndpointView> {
    requirePerson(caller, "endWebhookEndpoint");
    const { clock, db } = this.deps;
    return db.write(async (transaction) => {
      const endpoint = await this.#getOwn(transaction, caller, endpointId);
      const endedAt = clock.now().toISOString();
      await this.#change(transaction, caller, endpoint, { endedAt }, "WEBHOOK_ENDED");
      await webhooks.giveUpDeliveries(transaction, endpointId, clock.now());
      return showEndpoint({ ...endpoint, endedAt }, this.deps);
    });
  }

  /** Sends a test message, and waits for the response. Throws NOT_FOUND, INVALID_STATE. */
  async ping(caller: Principal, endpointId: string) {
    requirePerson(caller, "partnerPing");
    const { clock, db, keys, webhookSender } = this.deps;
    const endpoint = await this.#getOwn(db.read, caller, endpointId);
    if (this.#pinged.has(endpointId))
      throw new DomainError("INVALID_STATE", "The endpoint has not responded to the last ping yet");
    this.#pinged.add(endpointId);
    try {
      const now = clock.now();
      const payload = { type: "ping", timestamp: now.toISOString(), data: { endpointId } };
      const given = { id: randomUUID(), url: endpoint.url, payload };
      const result = await webhookSender.send(signMessage(given, decryptSecrets(keys, endpoint), now));
      await db.write(
        (transaction) =>
          webhooks.insertAttempt(transaction, { endpointId, partnerEventId: null }, result, clock.now()),
        { lock: `webhook ${endpointId}` },
      );
      return { eventId: null, at: now.toISOString(), ...result };
    } finally {
      this.#pinged.delete(endpointId);
    }
  }

  async #assertUrl(url: string): Promise<void> {
    const fault = await this.deps.webhookSender.findFault(url);
    if (fault) throw new DomainError("INVALID", fault, { field: "url" });
  }

  /** Returns the caller's endpoint if it has not ended. Throws NOT_FOUND, INVALID_STATE. */
  async #getOwn(db: EntityManager, caller: Principal, endpointId: string): Promise<WebhookEndpointEntity> {
    const endpoint = await getOwnEndpoint(db, caller, endpointId);
    if (endpoint.endedAt !== null) throw new DomainError("INVALID_STATE", "This endpoint has ended");
    return endpoint;
  }

  async #change(
    transaction: EntityManager,
    caller: Principal,
    { endpointId, partnerId: ownerUserId }: WebhookEndpointEntity,
    changes: Partial<WebhookEndpointEntity>,
    action: "WEBHOOK_CHANGED" | "WEBHOOK_ENDED",
  ): Promise<void> {
    await webhooks.changeEndpoint(transaction, { endpointId }, changes);
    await this.deps.audit.record(transaction, action, endpointId, { by: caller, ownerUserId });
  }
}

/** Returns an endpoint of a partner that the caller manages. Throws NOT_FOUND, INVALID_STATE for an ended partner. */
export async function getOwnEndpoint(
  db: EntityManager,
  caller: Principal,
  endpointId: string,
): Promise<WebhookEndpointEntity> {
  const endpoint = await webhooks.findEndpointOf(db, await findManagedPartnerIds(db, caller), endpointId);
  if (!endpoint) throw notFound();
  await getManagedPartnerId(db, caller, endpoint.partnerId);
  return endpoint;
}

/** Throws CONFLICT if another endpoint has the URL, because a repeated call would make it receive each event twice. */
async function assertOnlyOne(db: EntityManager, endpoint: WebhookEndpointEntity): Promise<void> {
  if (await webhooks.hasTwin(db, endpoint))
    throw new DomainError("CONFLICT", "You already have an endpoint with this address", { field: "url" });
}

function showEndpoint(endpoint: WebhookEndpointEntity, { clock, keys }: Pick<Deps, "clock" | "keys">) {
  const { secretsSealed: _sealed, ...shown } = endpoint;
  return {
    ...shown,
    types: endpoint.types.map(toEventName),
    state: stateOf(endpoint),
    /** When messages are no longer signed with the previous secret; null if that time has passed. */
    oldSecretUntil: findPrevious(decryptSecrets(keys, endpoint), clock.now())?.until ?? null,
  };
}

function readTypes(names: readonly PartnerEventName[]) {
  if (names.length === 0)
    throw new DomainError("REQUIRED", "Choose one or more types of events", { field: "types" });
  return [...new Set(names)].map(toEventType);
}
