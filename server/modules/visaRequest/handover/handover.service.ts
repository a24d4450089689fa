/**
 * Hands a partner's application over to its traveller. Guards: a link works once, for seven days, and only for an
 * account with the number of the application's contact, so that neither a mistyped number nor a forwarded link exposes
 * passport data. All other uses fail with the same NOT_FOUND. Calls: partner events, notifications.
 */
import type { EntityManager } from "typeorm";
import type { Platform } from "../../../platform/adapters/Platform";
import { IdempotentCall } from "../../../platform/db/idempotency";
import type { RowSource } from "../../../platform/db/rowSource";
import { DomainError, notFound } from "../../../core/errors";
import { assertMay, requirePerson, type Principal } from "../../../core/principal";
import type { AuditService } from "../../audit/audit.service";
import type { NotificationService } from "../../notification/notification.service";
import type { PartnerEventService } from "../../partner/event/partnerEvent.service";
import { findUser } from "../../user/user.reads";
import type { VisaRequestEntity } from "../visaRequest.entity";
import type { VisaRequestService } from "../visaRequest.service";
import { findHandoverToken, hashToken, makeHandoverToken } from "./handover.crypto";
import type { HandoverEntity } from "./handover.entity";
import * as handovers from "./handover.repository";
import { cannotHandOver, handoverDays, shownDigits } from "./handover.rules";

interface Deps extends Pick<Platform, "db" | "clock" | "keys"> {
  audit: AuditService;
  notifications: NotificationService;
  partnerEvents: PartnerEventService;
  visaRequests: VisaRequestService;
  /** Returns the URL of the hand-over page for a token. */
  linkToHandover: (token: string) => string;
}

export class HandoverService {
  constructor(private readonly deps: Deps) {}

  /**
   * Returns a link for the traveller, and ends an earlier link. Throws NOT_FOUND, FORBIDDEN for people, INVALID_STATE,
   * IDEMPOTENCY_CONFLICT.
   */
  async create(
    caller: Principal,
    { visaRequestId, idempotencyKey }: { visaRequestId: string; idempotencyKey?: string | null },
  ): Promise<{ url: string; expiresAt: string }> {
    const { userId } = requirePerson(caller, "createHandover");
    const { audit, clock, db, keys, visaRequests } = this.deps;
    await visaRequests.getRequest(caller, visaRequestId);
    if (!caller.partner) throw new DomainError("FORBIDDEN", "Only a partner can hand over its applications");
    const input = { visaRequestId };
    const call = new IdempotentCall({ userId, operation: "createHandover", key: idempotencyKey, input });
    const now = clock.now();
    const row = await db.write(async (transaction) => {
      const known = await call.findResult(transaction);
      if (known) return (await handovers.findHandover(transaction, known))!;
      const request = await visaRequests.getOwn(transaction, caller, visaRequestId);
      const reason = cannotHandOver(request);
      if (reason) throw new DomainError("INVALID_STATE", reason);
      await handovers.endHandovers(transaction, visaRequestId, now);
      const { handoverId, tokenHash } = makeHandoverToken(keys);
      const expiresAt = new Date(now.getTime() + handoverDays * 24 * 60 * 60_000).toISOString();
      const createdAt = now.toISOString();
      const made = { handoverId, visaRequestId, tokenHash, createdAt, expiresAt, endedAt: null };
      await handovers.insertHandover(transaction, made);
      await call.saveResult(transaction, handoverId, now);
      await audit.record(transaction, "HANDOVER_CREATED", visaRequestId, { by: caller, request });
      return made;
    });
    return this.#show(row);
  }

  /** Returns the last digits of the number whose account can use a link; undefined if the link cannot be used. */
  async findEnding(caller: Principal, token: string): Promise<string | undefined> {
    assertMay(caller, "handover");
    const request = await this.#findHanded(this.deps.db.rows, token);
    return request?.mobile.slice(-shownDigits);
  }

  /**
   * Makes the caller the follower of the application. Throws UNAUTHENTICATED; NOT_FOUND whenever the caller cannot use
   * the link.
   */
  async take(caller: Principal, token: string): Promise<VisaRequestEntity> {
    const { userId } = requirePerson(caller, "takeHandover");
    const { audit, clock, db, notifications, partnerEvents, visaRequests } = this.deps;
    return db.write(async (transaction: EntityManager) => {
      const user = await findUser(transaction, userId);
      const request = await this.#findHanded(transaction, token);
      if (!user || !request || request.mobile !== user.phoneNumber) throw notFound();
      const at = clock.now();
      const { visaRequestId } = request;
      await handovers.endHandovers(transaction, visaRequestId, at);
      const changed = await visaRequests.change(transaction, request, { followerId: userId }, { at });
      await notifications.readdress(transaction, request, user);
      await partnerEvents.record(transaction, "application.handed_over", changed);
      await audit.record(transaction, "HANDOVER_TAKEN", visaRequestId, { by: caller, request });
      return visaRequests.getOwn(transaction, caller, visaRequestId);
    });
  }

  /** Returns the link's application, if the link can be used. */
  async #findHanded(source: RowSource, token: string): Promise<VisaRequestEntity | undefined> {
    const request = await handovers.findHandedRequest(source, hashToken(token), this.deps.clock.now());
    return request && !cannotHandOver(request) ? request : undefined;
  }

  #show(row: HandoverEntity): { url: string; expiresAt: string } {
    const token = findHandoverToken(this.deps.keys, row);
    // The link's key is no longer in the key ring, which happens only weeks after the link has expired.
    if (!token)
      throw new DomainError("INVALID_STATE", "This link can no longer be shown. Create another one");
    return { url: this.deps.linkToHandover(token), expiresAt: row.expiresAt };
  }
}
