/**
 * Shows a case with everything that a decision requires. Guards: staff only; access to personal data is recorded
 * first. Calls: the audit log, which is also the case's activity.
 */
import type { EntityManager } from "typeorm";
import type { Platform } from "../../../platform/adapters/Platform";
import { checkFirst, makePage, type Page } from "../../../core/paging";
import type { Principal } from "../../../core/principal";
import type { ApplicantView } from "../../applicant/applicant.view";
import { findPassportIndexes } from "../../applicant/applicant.crypto";
import { mergeAccess, repeatedViewSeconds, viewActions } from "../../audit/audit.rules";
import type { AuditService } from "../../audit/audit.service";
import type { ApplicantService } from "../../applicant/applicant.service";
import type { ApplicantFileService } from "../../applicant/applicantFile.service";
import type { ApplicantStatusService } from "../../applicant/applicantStatus.service";
import type { ApprovalService } from "../../approval/approval.service";
import type { CatalogueService } from "../../catalogue/catalogue.service";
import type { FileService } from "../../file/file.service";
import type { KeptApplicantService } from "../../applicant/kept/keptApplicant.service";
import { addressByChannel } from "../../notification/notification.rules";
import type { NotificationService } from "../../notification/notification.service";
import type { VisaRequestService } from "../../visaRequest/visaRequest.service";
import type { PartnerEventService } from "../../partner/event/partnerEvent.service";
import { findUser } from "../../user/user.reads";
import { findRequest, getRequest } from "../../visaRequest/visaRequest.reads";
import * as cases from "./case.repository";
import { maxActivityEntries, maxPassportUses } from "./case.rules";
import {
  decryptNote,
  toActivityEntry,
  toSequence,
  type ActivityEntry,
  type CaseView,
  type NoteView,
} from "./case.view";
import type { StaffService } from "../../staff/staff.service";

/** Dependencies of the services that work on a case; each picks the ones it needs. */
export interface CaseDeps extends Platform {
  applicantFiles: ApplicantFileService;
  applicants: ApplicantService;
  applicantStatus: ApplicantStatusService;
  approvals: ApprovalService;
  audit: AuditService;
  catalogue: CatalogueService;
  cases: CaseService;
  fileService: FileService;
  keptApplicants: Pick<KeptApplicantService, "refresh">;
  notifications: NotificationService;
  partnerEvents: PartnerEventService;
  staff: StaffService;
  visaRequests: VisaRequestService;
}

type Deps = Pick<CaseDeps, "audit" | "clock" | "db" | "keys" | "staff">;

export class CaseService {
  constructor(private readonly deps: Deps) {}

  /** Returns a case; undefined if it does not exist. Errors: as in `requireStaff`. */
  async findCase(
    caller: Principal,
    { visaRequestId, isRefresh }: { visaRequestId: string; isRefresh: boolean },
  ): Promise<CaseView | undefined> {
    const { db, staff } = this.deps;
    const { staffId } = await staff.requireStaff(caller, "staffVisaRequest");
    const request = await findRequest(db.rows, visaRequestId);
    return request && { request, viewerStaffId: staffId, isRefresh };
  }

  /**
   * Records access to the personal data of a case, before it is shown. A refresh is not recorded if the viewer's last
   * view was within the hour, because an open page would otherwise fill the traveller's access log. Errors:
   * UNAVAILABLE.
   */
  async recordView({ request, viewerStaffId, isRefresh }: CaseView): Promise<void> {
    const { audit, clock, db } = this.deps;
    const view = { action: "PAPERS_SEEN", subjectId: request.visaRequestId, actorId: viewerStaffId } as const;
    const since = new Date(clock.now().getTime() - repeatedViewSeconds * 1000);
    if (isRefresh && (await audit.wasDoneSince(db.read, view, since))) return;
    const by = { staffId: viewerStaffId };
    await db.write((transaction) => audit.record(transaction, view.action, view.subjectId, { by, request }));
  }

  /** Runs `work` in a transaction and returns the updated case. Errors: those of `work`. */
  async change(
    staffId: string,
    work: (transaction: EntityManager) => Promise<{ visaRequestId: string }>,
  ): Promise<CaseView> {
    const { visaRequestId } = await this.deps.db.write(work);
    return this.getCase(staffId, visaRequestId);
  }

  /** Returns a case as this staff member sees it. Errors: NOT_FOUND. */
  async getCase(staffId: string, visaRequestId: string): Promise<CaseView> {
    const request = await getRequest(this.deps.db.rows, visaRequestId);
    return { request, viewerStaffId: staffId };
  }

  /**
   * Returns the contact of the follower or owner, or the contact at creation if a partner's account owns the request.
   * The number is empty once personal data was removed, and while the account is archived, because its former number
   * and the one at creation may belong to another person now.
   */
  async findContact({ request }: CaseView): Promise<{ mobile: string; email: string | null }> {
    const { mobile, email, papersRemovedAt } = request;
    const account = await findUser(this.deps.db.rows, request.followerId ?? request.userId);
    if (!account || papersRemovedAt) return { mobile, email };
    const present = addressByChannel.SMS(account);
    const isArchived = account.formerNumber !== null;
    return present || isArchived ? { mobile: present ?? "", email: account.email } : { mobile, email };
  }

  async listActivity({ request }: CaseView): Promise<ActivityEntry[]> {
    const { audit, db } = this.deps;
    const limit = maxActivityEntries;
    // Views and changes are limited separately, so that the frequent views do not displace changes.
    const [views, changes] = await Promise.all([
      audit.findEventsOfRequest(db.read, request, { only: viewActions, limit }),
      audit.findEventsOfRequest(db.read, request, { except: viewActions, limit }),
    ]);
    return mergeAccess(views, changes, 2 * limit).map((event) => toActivityEntry(event, request));
  }

  /** Returns a page of changes, without views. Errors: as in `requireStaff`, NOT_FOUND, BAD_USER_INPUT. */
  async pageOlderChanges(
    caller: Principal,
    { visaRequestId, first, after }: { visaRequestId: string; first: number; after: string },
  ): Promise<Page<ActivityEntry>> {
    const { audit, db, staff } = this.deps;
    await staff.requireStaff(caller, "staffOlderChanges");
    const limit = checkFirst(first) + 1;
    const before = toSequence(after);
    const request = await getRequest(db.rows, visaRequestId);
    const events = await audit.findEventsOfRequest(db.read, request, {
      except: viewActions,
      before,
      limit,
    });
    const entries = events.map((event) => toActivityEntry(event, request));
    return makePage(entries, first, ({ cursor }) => cursor);
  }

  async listNotes({ request }: CaseView): Promise<NoteView[]> {
    const { db, keys } = this.deps;
    return (await cases.findNotes(db.rows, [request.visaRequestId])).map((row) => decryptNote(keys, row));
  }

  /** Returns, per applicant, the reference numbers of other applications with the same passport, newest first. */
  async findSamePassports(views: readonly ApplicantView[]): Promise<string[][]> {
    const { db, keys } = this.deps;
    const indexesByView = new Map(
      views.map((view) => [view, findPassportIndexes(keys, view.passportNumber)] as const),
    );
    // Queries one more than is shown, because the application itself may be among the results.
    const uses = await cases.findPassportUses(
      db.read,
      [...new Set([...indexesByView.values()].flat())],
      maxPassportUses + 1,
    );
    return views.map((view) => {
      const others = uses.filter(
        ({ passportNumberIndex, visaRequestId }) =>
          indexesByView.get(view)!.includes(passportNumberIndex) && visaRequestId !== view.visaRequestId,
      );
      return [...new Set(others.map(({ visaReferenceNo }) => visaReferenceNo))].slice(0, maxPassportUses);
    });
  }
}
