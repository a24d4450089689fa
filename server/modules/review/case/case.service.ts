/**
 * The desk: the queue, and a case with all that is needed to decide. Guards: staff alone, and that staff saw a
 * traveller's papers is written down before they do. Calls: the audit log, which is the trail too.
 */
import type { KeyRing } from "../../../adapters/crypto/keyRing";
import type { Database } from "../../../db/database";
import { notFound } from "../../../errors";
import { checkFirst, decodeCursor, makePage, type Page } from "../../../paging";
import type { Clock } from "../../../ports";
import type { Viewer } from "../../../viewer";
import { findPassportIndexes, type ApplicantView } from "../../applicant/applicant.view";
import { findEventsOfRequest } from "../../audit/audit.repository";
import type { AuditService } from "../../audit/audit.service";
import { findPaymentsOf } from "../../payment/payment.repository";
import { todayInKolkata } from "../../visaRequest/day.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { findRequest } from "../../visaRequest/visaRequest.repository";
import * as cases from "./case.repository";
import * as queue from "../queue/queue.repository";
import { isOverdue, readFilter, readSearch, type QueueFilter } from "../queue/queue.rules";
import {
  openNote,
  toStaffPayment,
  toTrailEntry,
  type CaseView,
  type NoteView,
  type TrailEntry,
} from "./case.view";
import type { StaffService } from "../../staff/staff.service";

interface Needs {
  db: Database;
  clock: Clock;
  audit: AuditService;
  keys: KeyRing;
  staff: StaffService;
}

/** The longest answer of `trail`. */
const maxTrailEntries = 100;
/** The longest answer of `samePassportIn`. */
const maxPassportUses = 10;

type QueuePage = Pick<Page<VisaRequestEntity>, "nodes" | "pageInfo">;

export class DeskService {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** A page of the queue, or of what a search finds. Errors: those of `requireStaff`, BAD_USER_INPUT. */
  async pageQueue(
    viewer: Viewer,
    asked: { filter?: QueueFilter | null; search?: string | null; first: number; after?: string | null },
  ): Promise<QueuePage> {
    const { staffId } = await this.#needs.staff.requireStaff(viewer);
    const size = checkFirst(asked.first);
    const [expectedDate, visaRequestId] = asked.after ? decodeCursor(asked.after, 2) : [];
    const after = expectedDate && visaRequestId ? { expectedDate, visaRequestId } : undefined;
    const statement = this.#findStatement(asked, staffId, { after, limit: size + 1 });
    const rows = statement ? await queue.findQueued(this.#needs.db.read, statement) : [];
    const { nodes, pageInfo } = makePage(rows, size, rows.length, (row) => [
      row.expectedDate,
      row.visaRequestId,
    ]);
    return { nodes, pageInfo };
  }

  /** Errors: those of `requireStaff`. */
  async countQueue(viewer: Viewer): Promise<queue.QueueCounts> {
    const { staffId } = await this.#needs.staff.requireStaff(viewer);
    return queue.countQueue(this.#needs.db.read, { staffId, today: this.#today() });
  }

  /** A case to look at; each look is written down. Undefined where it is absent. Errors: those of `requireStaff`. */
  async findCase(viewer: Viewer, visaRequestId: string): Promise<CaseView | undefined> {
    const { audit, db, staff } = this.#needs;
    const { staffId } = await staff.requireStaff(viewer);
    const request = await findRequest(db.read, visaRequestId);
    if (!request) return undefined;
    await db.write((transaction) =>
      audit.record(transaction, "PAPERS_SEEN", visaRequestId, { by: { staffId }, request }),
    );
    return { request, viewerStaffId: staffId };
  }

  /**
   * The case after something was done to it, for the answer of a mutation: whoever does that has looked before.
   * Errors: those of `requireStaff`, NOT_FOUND.
   */
  async getCase(viewer: Viewer, visaRequestId: string): Promise<CaseView> {
    const { staffId } = await this.#needs.staff.requireStaff(viewer);
    const request = await findRequest(this.#needs.db.read, visaRequestId);
    if (!request) throw notFound();
    return { request, viewerStaffId: staffId };
  }

  isOverdue(request: VisaRequestEntity): boolean {
    return isOverdue(request, this.#today());
  }

  async listPayments({ request }: CaseView) {
    return (await findPaymentsOf(this.#needs.db.read, [request.visaRequestId])).map(toStaffPayment);
  }

  async listTrail({ request }: CaseView): Promise<TrailEntry[]> {
    const { visaRequestId, userId } = request;
    const events = await findEventsOfRequest(this.#needs.db.read, visaRequestId, { limit: maxTrailEntries });
    return events.map((event) => toTrailEntry(event, userId));
  }

  async listNotes({ request }: CaseView): Promise<NoteView[]> {
    const { db, keys } = this.#needs;
    return (await cases.findNotes(db.read, request.visaRequestId)).map((row) => openNote(keys, row));
  }

  /** For each traveller the reference numbers of other applications with the same passport, newest first. */
  async findSamePassports(views: readonly ApplicantView[]): Promise<string[][]> {
    const { db, keys } = this.#needs;
    const indexesOf = new Map(
      views.map((view) => [view, findPassportIndexes(keys, view.passportNumber)] as const),
    );
    // One more than is told: the application itself may be among them.
    const uses = await cases.findPassportUses(
      db.read,
      [...new Set([...indexesOf.values()].flat())],
      maxPassportUses + 1,
    );
    return views.map((view) => {
      const others = uses.filter(
        ({ passportNumberIndex, visaRequestId }) =>
          indexesOf.get(view)!.includes(passportNumberIndex) && visaRequestId !== view.visaRequestId,
      );
      return [...new Set(others.map(({ visaReferenceNo }) => visaReferenceNo))].slice(0, maxPassportUses);
    });
  }

  /** Undefined where nothing can be found. */
  #findStatement(
    { filter, search }: { filter?: QueueFilter | null; search?: string | null },
    staffId: string,
    page: { after?: queue.QueueKey; limit: number },
  ): queue.Statement | undefined {
    if (!search?.trim()) {
      const condition = readFilter(filter ?? {}, { staffId, today: this.#today() });
      return condition && queue.queueStatement(condition, page);
    }
    const sought = readSearch(search);
    if (!sought) return undefined;
    const key =
      "passportNumber" in sought
        ? { passportIndexes: findPassportIndexes(this.#needs.keys, sought.passportNumber) }
        : sought;
    return queue.searchStatement(key, page);
  }

  #today() {
    return todayInKolkata(this.#needs.clock.now());
  }
}
