/**
 * Applications for a visa. Invariants: only the owner and the follower can see or change an application; the server sets
 * price, number and dates. Calls: the catalogue for the visa, partner events.
 */
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import { IdempotentCall } from "../../platform/db/idempotency";
import type { RowSource } from "../../platform/db/rowSource";
import { DomainError, notFound, throwIfAny } from "../../core/errors";
import { checkFirst, ListCursors, makePage, type Page } from "../../core/paging";
import { assertMay, requirePerson, requireSession, type Principal } from "../../core/principal";
import type { AuditService } from "../audit/audit.service";
import type { CatalogueService } from "../catalogue/catalogue.service";
import type { PartnerEventService } from "../partner/event/partnerEvent.service";
import { currentExpectedDate } from "./expectedDate.rules";
import * as newRequest from "./newRequest.logic";
import { checkPartnerInput, checkPersonInput, toOrigin, type PartnerInput } from "./partnerOrigin.rules";
import type { PriceQuote, WantedQuote } from "./priceQuote.rules";
import type { FeeRates, TravelerType } from "./pricing.rules";
import type { Day } from "../../core/day.rules";
import type { VisaRequestEntity, VisaRequestEventEntity } from "./visaRequest.entity";
import { findRequest } from "./visaRequest.reads";
import * as requests from "./visaRequest.repository";
import { isOpenForChanges, maxListedRequests, maxOpenRequests, mayMove } from "./visaRequest.rules";

interface Deps extends Pick<Platform, "db" | "clock"> {
  audit: AuditService;
  catalogue: CatalogueService;
  fees: FeeRates;
  partnerEvents: PartnerEventService;
}

interface NewRequest extends PartnerInput {
  visaId: string;
  travelDate?: string | null;
  idempotencyKey?: string | null;
  unlessStarted?: boolean | null;
}

const cursors = new ListCursors("myVisaRequests", ["time", "id"]);

export class VisaRequestService {
  /** Marks a request as changed after a change outside its own row. */
  readonly touch = requests.touchRequest;
  readonly countByUser = requests.countRequestsByUser;
  readonly move = requests.moveRequests;
  /** Releases all cases assigned to a staff member, including decided ones. */
  readonly releaseCases = requests.releaseCasesByStaff;
  readonly removeNotes = requests.removeNotes;
  readonly findDueReminders = requests.findDueReminders;
  /** Clears the reminder time and returns the request; undefined if another process has done so. */
  readonly takeReminder = requests.takeReminder;

  constructor(private readonly deps: Deps) {}

  /**
   * Changes a request inside the caller's transaction, and returns it. All status changes use this method, so that
   * partners are informed of each. Throws CONFLICT.
   */
  async change(
    ...[transaction, read, changes, note]: Parameters<typeof requests.changeRequest>
  ): Promise<VisaRequestEntity> {
    await requests.changeRequest(transaction, read, changes, note);
    const changed = { ...read, ...changes, version: read.version + 1 };
    await this.deps.partnerEvents.recordChange(transaction, read, changed);
    return changed;
  }

  /** Informs the partner of a change that the follower has made to the application. */
  async reportChange(
    transaction: EntityManager,
    caller: Principal,
    request: VisaRequestEntity,
  ): Promise<void> {
    if (caller.session?.userId !== request.followerId) return;
    const changed = await findRequest(transaction, request.visaRequestId);
    await this.deps.partnerEvents.record(transaction, "application.changed_by_traveller", changed ?? request);
  }

  /**
   * Returns the caller's request, or undefined if it does not exist or belongs to another user. Throws
   * UNAUTHENTICATED.
   */
  async findRequest(caller: Principal, visaRequestId: string): Promise<VisaRequestEntity | undefined> {
    const { userId } = requirePerson(caller, "visaRequest");
    return requests.findOwnRequest(this.deps.db.rows, visaRequestId, userId);
  }

  /** Returns the caller's request. Throws UNAUTHENTICATED, NOT_FOUND. */
  async getRequest(caller: Principal, visaRequestId: string): Promise<VisaRequestEntity> {
    return this.getOwn(this.deps.db.rows, caller, visaRequestId);
  }

  /** Like `getRequest`, in the caller's transaction. */
  async getOwn(source: RowSource, caller: Principal, visaRequestId: string): Promise<VisaRequestEntity> {
    const { userId } = requireSession(caller);
    const request = await requests.findOwnRequest(source, visaRequestId, userId);
    if (!request) throw notFound();
    return request;
  }

  /** Returns up to `maxListedRequests` requests of the caller, newest first. */
  async listMine(caller: Principal): Promise<VisaRequestEntity[]> {
    const { userId } = requirePerson(caller, "myVisaRequests");
    return requests.findRequestsByUser(this.deps.db.rows, userId, { limit: maxListedRequests });
  }

  /**
   * Returns the caller's only open request with this total in whole rupees, or undefined if there is not exactly one.
   */
  async findOnlyOpen(caller: Principal, totalPrice: number): Promise<VisaRequestEntity | undefined> {
    const { userId } = requireSession(caller);
    return requests.findOnlyOpenRequest(this.deps.db.read, userId, totalPrice);
  }

  /** Returns a page of the caller's requests, newest first. */
  async pageMine(
    caller: Principal,
    { first, after, ...filter }: { first: number; after?: string | null; includeEmptyCancelled: boolean },
  ): Promise<Page<VisaRequestEntity> & { totalCount: number }> {
    const { userId } = requirePerson(caller, "myVisaRequests");
    const { db } = this.deps;
    const size = checkFirst(first);
    const place = { limit: size + 1, after: after ? cursors.decode(after) : undefined };
    const rows = await requests.findRequestsByUser(db.rows, userId, { ...place, ...filter });
    const totalCount = await requests.countRequestsByUser(db.rows, userId, filter);
    const page = makePage(rows, size, (row) => cursors.encode([row.createdAt, row.visaRequestId]));
    return { ...page, totalCount };
  }

  /**
   * Returns the current price of an application for these applicants, or undefined if the visa is not published. Throws
   * BAD_USER_INPUT.
   */
  quotePrice(caller: Principal, visaId: string, wanted: WantedQuote): PriceQuote | undefined {
    assertMay(caller, "priceQuote");
    const { catalogue, clock, fees } = this.deps;
    const terms = { now: clock.now(), fees: newRequest.feesFor(caller, fees) };
    return newRequest.makeQuote(catalogue.findVisaById(visaId), wanted, terms);
  }

  /** Returns the day on which the visa is expected; for an unpaid request, as if it were paid now. */
  findExpectedDate(request: VisaRequestEntity): Day {
    return currentExpectedDate(request, this.deps.clock.now());
  }

  async findTimelines(visaRequestIds: readonly string[]): Promise<VisaRequestEventEntity[]> {
    return requests.findEvents(this.deps.db.rows, visaRequestIds);
  }

  /**
   * Starts an application. With `unlessStarted`, returns the caller's newest unpaid application without applicants for
   * the visa, if there is one; `isStarted` is then true. Throws NOT_FOUND for the visa, INVALID for the travel
   * date, IDEMPOTENCY_CONFLICT, INVALID_STATE if the caller has too many unpaid ones; for a partner also REQUIRED,
   * INVALID, TOO_LONG, and CONFLICT for a reference that it has used.
   */
  async create(
    caller: Principal,
    input: NewRequest,
  ): Promise<{ request: VisaRequestEntity; isStarted: boolean }> {
    const { userId } = requirePerson(caller, "createVisaRequest");
    const { audit, db, clock, catalogue } = this.deps;
    const fees = newRequest.feesFor(caller, this.deps.fees);
    const { visaId, travelDate } = input;
    throwIfAny(caller.partner ? checkPartnerInput(input) : checkPersonInput(input));
    const origin = caller.partner && toOrigin(input);
    const call = new IdempotentCall({
      userId,
      operation: "createVisaRequest",
      key: input.idempotencyKey,
      input: { visaId, travelDate: travelDate ?? null, origin },
    });
    const now = clock.now();
    return db.write(async (transaction) => {
      const known = await call.findResult(transaction);
      if (known) return { request: await this.getOwn(transaction, caller, known), isStarted: false };
      const taken = origin && (await requests.findByReference(transaction, userId, origin.externalReference));
      if (taken) throw newRequest.referenceTaken(taken);
      const started = input.unlessStarted && (await requests.findEmptyRequest(transaction, userId, visaId));
      if (started) return { request: started, isStarted: true };
      const buyer = await requests.findBuyer(transaction, userId);
      const visa = buyer && (await catalogue.findVisaToSell(transaction, visaId, buyer.catalogueVersion));
      if (!visa || (origin && !newRequest.isForPartners(visa))) throw notFound();
      const { openApplications: maxOpen = maxOpenRequests, applications: maxAll = Number.MAX_SAFE_INTEGER } =
        caller.partner?.limits ?? {};
      if (buyer.openRequests >= maxOpen) throw newRequest.tooManyOpen(maxOpen);
      // Only partners of the test world have this limit; the query is skipped for other callers.
      if (
        maxAll < Number.MAX_SAFE_INTEGER &&
        (await requests.countRequestsByUser(transaction, userId)) >= maxAll
      )
        throw new DomainError("INVALID_STATE", `A partner can have ${maxAll} applications here`);
      const request = newRequest.makeRequest(visa, buyer, { fees, now, travelDate, origin });
      const { visaRequestId } = request;
      const changes = [...requests.toInserts(request), ...call.toChanges(visaRequestId, now)];
      await audit.record(transaction, "REQUEST_CREATED", visaRequestId, { by: caller, request, changes });
      return { request, isStarted: false };
    });
  }

  /** Returns the number of an account's unpaid requests, as its limit counts them. */
  async countOpen(userId: string): Promise<number> {
    return (await requests.findBuyer(this.deps.db.rows, userId))?.openRequests ?? 0;
  }

  /** Cancels an unpaid request. Throws NOT_FOUND, INVALID_STATE. */
  async cancel(caller: Principal, visaRequestId: string): Promise<VisaRequestEntity> {
    requirePerson(caller, "cancelVisaRequest");
    const { audit, db, clock } = this.deps;
    await db.write(async (transaction) => {
      const request = await this.getOwn(transaction, caller, visaRequestId);
      if (!mayMove(request.visaRequestStatus, "CANCELLED") || !isOpenForChanges(request))
        throw new DomainError("INVALID_STATE", "Only an unpaid application can be cancelled");
      await this.change(transaction, request, { visaRequestStatus: "CANCELLED" }, { at: clock.now() });
      await audit.record(transaction, "REQUEST_CANCELLED", visaRequestId, { by: caller, request });
    });
    return this.getRequest(caller, visaRequestId);
  }

  /**
   * Returns the caller's request if its applicants can still be changed. Call inside a transaction. Throws NOT_FOUND,
   * INVALID_STATE.
   */
  async getOpenRequest(
    db: EntityManager,
    caller: Principal,
    visaRequestId: string,
  ): Promise<VisaRequestEntity> {
    const request = await this.getOwn(db, caller, visaRequestId);
    if (!isOpenForChanges(request))
      throw new DomainError("INVALID_STATE", "This application can no longer be changed");
    return request;
  }

  /**
   * Like `getOpenRequest`, for a change that was checked against the travel date of `seen`. Throws CONFLICT if the date
   * has changed since.
   */
  async getUnmovedRequest(
    transaction: EntityManager,
    caller: Principal,
    seen: Pick<VisaRequestEntity, "visaRequestId" | "travelDate">,
  ): Promise<VisaRequestEntity> {
    const request = await this.getOpenRequest(transaction, caller, seen.visaRequestId);
    if (request.travelDate !== seen.travelDate) throw requests.requestChangedMeanwhile();
    return request;
  }

  /**
   * Changes the travel date and, if `travelers` is given, the price. An order pays for one price version only, so a new
   * price makes an existing order void.
   */
  async reprice(
    transaction: EntityManager,
    request: VisaRequestEntity,
    { travelers, travelDate = request.travelDate }: { travelers?: readonly TravelerType[]; travelDate?: Day },
  ): Promise<void> {
    const changes = { travelDate, ...(travelers && newRequest.repriced(request, travelers)) };
    await this.change(transaction, request, changes, { at: this.deps.clock.now() });
  }
}
