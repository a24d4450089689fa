/**
 * A case with all that is needed to decide. Guards: staff alone, and that staff saw a traveller's personal data is
 * written down before they do. Calls: the audit log, which is the case's activity too.
 */
import type { KeyRing } from "../../../adapters/crypto/keyRing";
import type { Database } from "../../../db/database";
import { notFound } from "../../../errors";
import type { Viewer } from "../../../viewer";
import type { ApplicantView } from "../../applicant/applicant.view";
import { findPassportIndexes } from "../../applicant/applicant.sealing";
import { findEventsOfRequest } from "../../audit/audit.repository";
import type { AuditService } from "../../audit/audit.service";
import { findPaymentsOf } from "../../payment/payment.repository";
import { findRequest } from "../../visaRequest/visaRequest.repository";
import * as cases from "./case.repository";
import { maxActivityEntries, maxPassportUses } from "./case.rules";
import {
  openNote,
  toStaffPayment,
  toActivityEntry,
  type CaseView,
  type NoteView,
  type ActivityEntry,
} from "./case.view";
import type { StaffService } from "../../staff/staff.service";

interface Deps {
  db: Database;
  audit: AuditService;
  keys: KeyRing;
  staff: StaffService;
}

export class CaseService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A case to look at. Undefined where it is absent. Errors: those of `requireStaff`. */
  async findCase(viewer: Viewer, visaRequestId: string): Promise<CaseView | undefined> {
    const { db, staff } = this.#deps;
    const { staffId } = await staff.requireStaff(viewer);
    const request = await findRequest(db.rows, visaRequestId);
    return request && { request, viewerStaffId: staffId };
  }

  /** Writes down that somebody sees what is personal in a case, before they do. Errors: UNAVAILABLE. */
  async recordLook({ request, viewerStaffId }: CaseView): Promise<void> {
    const { audit, db } = this.#deps;
    const by = { staffId: viewerStaffId };
    await db.write((transaction) =>
      audit.record(transaction, "PAPERS_SEEN", request.visaRequestId, { by, request }),
    );
  }

  /** The case after something was done to it, for the response. Errors: those of `requireStaff`, NOT_FOUND. */
  async getCase(viewer: Viewer, visaRequestId: string): Promise<CaseView> {
    const { staffId } = await this.#deps.staff.requireStaff(viewer);
    const request = await findRequest(this.#deps.db.rows, visaRequestId);
    if (!request) throw notFound();
    return { request, viewerStaffId: staffId };
  }

  async listPayments({ request }: CaseView) {
    return (await findPaymentsOf(this.#deps.db.rows, [request.visaRequestId])).map(toStaffPayment);
  }

  async listActivity({ request }: CaseView): Promise<ActivityEntry[]> {
    const { visaRequestId, userId } = request;
    const events = await findEventsOfRequest(this.#deps.db.read, visaRequestId, {
      limit: maxActivityEntries,
    });
    return events.map((event) => toActivityEntry(event, userId));
  }

  async listNotes({ request }: CaseView): Promise<NoteView[]> {
    const { db, keys } = this.#deps;
    return (await cases.findNotes(db.read, request.visaRequestId)).map((row) => openNote(keys, row));
  }

  /** For each traveller the reference numbers of other applications with the same passport, newest first. */
  async findSamePassports(views: readonly ApplicantView[]): Promise<string[][]> {
    const { db, keys } = this.#deps;
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
}
