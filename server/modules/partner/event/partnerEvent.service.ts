/**
 * The events of partners' applications, and the feed that partners read. Invariants: an event is written in the
 * transaction of the change that it reports; nothing is written or read for other applications; numbers are assigned
 * after the commit, in one process at a time, so that no cursor passes an event that commits late.
 */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Platform } from "../../../platform/adapters/Platform";
import { checkFirst, ListCursors, makePage } from "../../../core/paging";
import { requirePerson, type Principal } from "../../../core/principal";
import { findManagedPartnerId } from "../partner.logic";
import type { PartnerEventEntity } from "./partnerEvent.entity";
import * as events from "./partnerEvent.repository";
import {
  eventDays,
  eventsOfChange,
  isReported,
  toEventName,
  toEventType,
  type PartnerEventName,
  type PartnerEventType,
  type ReportedRequest,
} from "./partnerEvent.rules";

const eventsTogether = 500;
/**
 * Numbering needs this lock, but no serializable transaction: no other code writes numbers, and numbering does not
 * depend on other rows.
 */
const numbering = { lock: "partner events" };

/** Longer than any transaction takes to commit after it has recorded an event. */
const commitWithinMs = 5_000;

interface Deps extends Pick<Platform, "db" | "clock"> {
  isTest: boolean;
}

/** The applicant or the refund that an event is about. */
type Subject = Partial<Pick<PartnerEventEntity, "visaApplicantId" | "refundId">>;

const cursors = new ListCursors("partnerEvents", ["number"]);

export class PartnerEventService {
  /** Removes events from before the given time; returns their number. */
  readonly remove = events.removeEvents;
  /** When this process last recorded an event, in milliseconds of `performance.now()`. */
  #recordedAt = -Infinity;

  constructor(private readonly deps: Deps) {}

  /**
   * Records events of a partner's application, with its state at the end of the transaction. Does nothing for other
   * applications.
   */
  async record(
    transaction: EntityManager,
    types: PartnerEventType | readonly PartnerEventType[],
    request: ReportedRequest,
    { visaApplicantId = null, refundId = null }: Subject = {},
  ): Promise<void> {
    if (!isReported(request) || types.length === 0) return;
    const { visaRequestId, userId: partnerId, externalReference, paymentStatus, version } = request;
    const at = this.deps.clock.now().toISOString();
    this.#recordedAt = performance.now();
    await events.insertEvents(
      transaction,
      [types].flat().map((type) => ({
        partnerEventId: randomUUID(),
        partnerId,
        type,
        at,
        visaRequestId,
        visaApplicantId,
        refundId,
        externalReference,
        status: request.visaRequestStatus,
        paymentStatus,
        version,
      })),
    );
  }

  async recordChange(
    transaction: EntityManager,
    before: ReportedRequest,
    after: ReportedRequest,
  ): Promise<void> {
    await this.record(transaction, eventsOfChange(before, after), after);
  }

  /** True if this process recently recorded an event, whose transaction may have committed just now. */
  hasRecordedLately(): boolean {
    return performance.now() - this.#recordedAt < commitWithinMs;
  }

  /** Numbers committed events, and calls `act` with them in the same transaction. */
  async numberWaiting(
    act: (transaction: EntityManager, numbered: readonly PartnerEventEntity[]) => Promise<void>,
  ): Promise<void> {
    const { db } = this.deps;
    if ((await events.findUnnumbered(db.rows, 1)).length === 0) return;
    for (let numbered = eventsTogether; numbered === eventsTogether;)
      numbered = await db.write(async (transaction) => {
        const waiting = await events.findUnnumbered(transaction, eventsTogether);
        if (waiting.length === 0) return 0;
        await events.numberEvents(transaction, waiting);
        await act(transaction, waiting);
        return waiting.length;
      }, numbering);
  }

  /**
   * Returns a page of a partner's events after a cursor, oldest first; null for a partner that the caller does not
   * manage. The cursor of an empty page is the given one. Throws BAD_USER_INPUT, and INVALID_STATE if the partner has
   * ended.
   */
  async page(
    caller: Principal,
    given: {
      partnerId?: string | null;
      after?: string | null;
      types?: readonly PartnerEventName[] | null;
      first: number;
    },
  ) {
    requirePerson(caller, "partnerEvents");
    const { clock, db } = this.deps;
    const partnerId = await findManagedPartnerId(db.read, caller, given.partnerId);
    if (partnerId === undefined) return null;
    const size = checkFirst(given.first);
    const after = given.after ? Number(cursors.decode(given.after)[0]) : 0;
    const rows = await events.findEventsAfter(db.rows, partnerId, {
      after,
      since: new Date(clock.now().getTime() - eventDays * 24 * 60 * 60_000),
      types: (given.types ?? []).map(toEventType),
      limit: size + 1,
    });
    const { nodes, pageInfo } = makePage(rows, size, ({ number }) => cursors.encode([String(number)]));
    return {
      nodes: nodes.map((event) => ({ ...this.view(event), type: toEventName(event.type) })),
      hasNextPage: pageInfo.hasNextPage,
      endCursor: pageInfo.endCursor ?? given.after ?? null,
    };
  }

  /** Returns an event as sent to the partner. */
  view(event: PartnerEventEntity) {
    const { partnerEventId: eventId, type, at, visaRequestId, visaApplicantId, refundId } = event;
    const { externalReference, status, paymentStatus, version } = event;
    return {
      eventId,
      type,
      at,
      visaRequestId,
      visaApplicantId,
      refundId,
      externalReference,
      status,
      paymentStatus,
      version,
      isTest: this.deps.isTest,
    };
  }
}
