/**
 * Removes expired data. Guards: payments and reference numbers are retained; an application's personal data is not
 * removed while money is owed.
 */
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import type { VisaApplicantEntity } from "../applicant/applicant.entity";
import { findApplicantsByRequests } from "../applicant/applicant.reads";
import type { KeptApplicantService } from "../applicant/kept/keptApplicant.service";
import type { ApplicantService } from "../applicant/applicant.service";
import { deriveRequestStatus } from "../applicant/applicantStatus.rules";
import type { AuditService } from "../audit/audit.service";
import type { StoredFileEntity } from "../file/file.entity";
import type { FileService } from "../file/file.service";
import { messageDays } from "../notification/notification.rules";
import type { NotificationService } from "../notification/notification.service";
import { eventDays } from "../partner/event/partnerEvent.rules";
import type { PartnerEventService } from "../partner/event/partnerEvent.service";
import { checkUntilMs } from "../payment/payment.rules";
import type { CaseAssignmentService } from "../review/case/caseAssignment.service";
import type { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import type { VisaRequestStatus } from "../visaRequest/visaRequest.rules";
import type { VisaRequestService } from "../visaRequest/visaRequest.service";
import { findExpired, leftoverTables, removeLeftovers, type Cutoffs } from "./retention.repository";
import {
  abandonedNote,
  cancelledDays,
  daysBefore,
  decidedDays,
  deviceDays,
  draftDays,
  leftoverDays,
  maxLeftoversPerBatch,
  maxRequestsPerBatch,
  unansweredDays,
  unansweredNote,
} from "./retention.rules";

interface Expiry {
  requests: number;
  files: number;
  leftovers: number;
}

interface Deps extends Pick<Platform, "db" | "clock"> {
  audit: AuditService;
  fileService: FileService;
  keptApplicants: Pick<KeptApplicantService, "removeExpired">;
  notifications: NotificationService;
  partnerEvents: PartnerEventService;
  applicants: ApplicantService;
  caseAssignments: CaseAssignmentService;
  visaRequests: VisaRequestService;
}

export class RetentionService {
  constructor(private readonly deps: Deps) {}

  /** Removes all expired data, batch by batch. Stops after the current batch if `signal` is aborted. */
  async expireAll(signal?: AbortSignal): Promise<Expiry> {
    const total: Expiry = { requests: 0, files: 0, leftovers: 0 };
    const countRemoved = () => total.requests + total.leftovers;
    try {
      for (let isMore = true; isMore && !signal?.aborted;) {
        const before = countRemoved();
        isMore = await this.#expireBatch(total);
        // Leaves a request that changed meanwhile for the next run, so that the loop ends.
        isMore &&= countRemoved() > before;
      }
    } finally {
      // Only once, because other writes wait for it.
      if (countRemoved() > 0) await this.deps.db.purgeDeleted();
    }
    return total;
  }

  /**
   * Removes one batch, with one transaction per request so that other writes do not wait long, and adds to `total` what
   * was removed. Returns true if more may have expired.
   */
  async #expireBatch(total: Expiry): Promise<boolean> {
    const { db, clock, keptApplicants, notifications, partnerEvents } = this.deps;
    const now = clock.now();
    const cutoffs: Cutoffs = {
      draft: daysBefore(now, draftDays),
      checkout: new Date(now.getTime() - checkUntilMs).toISOString(),
      cancelled: daysBefore(now, cancelledDays),
      decided: daysBefore(now, decidedDays),
      unanswered: daysBefore(now, unansweredDays),
    };
    const expired = await findExpired(db.read, cutoffs, { limit: maxRequestsPerBatch });
    for (const { visaRequestId } of expired) {
      const files = await this.#expireRequest(visaRequestId, cutoffs, now);
      if (files === undefined) continue;
      total.requests += 1;
      total.files += files;
    }
    let isMore = expired.length === maxRequestsPerBatch;
    const count = (removed: number, limit: number) => {
      total.leftovers += removed;
      isMore ||= removed === limit;
    };
    const clear = async (work: (transaction: EntityManager, limit: number) => Promise<number>) =>
      count(await db.write((transaction) => work(transaction, maxLeftoversPerBatch)), maxLeftoversPerBatch);
    for (const table of leftoverTables) {
      const before = daysBefore(now, table === "known_device" ? deviceDays : leftoverDays);
      await clear((transaction, limit) => removeLeftovers(transaction, table, before, limit));
    }
    await clear((transaction, limit) =>
      notifications.clear(transaction, daysBefore(now, messageDays), limit),
    );
    await clear((transaction, limit) => partnerEvents.remove(transaction, daysBefore(now, eventDays), limit));
    count(await keptApplicants.removeExpired(maxRequestsPerBatch), maxRequestsPerBatch);
    return isMore;
  }

  /** Returns the number of removed files, or undefined if the request was changed or paid since the lookup. */
  async #expireRequest(visaRequestId: string, cutoffs: Cutoffs, at: Date): Promise<number | undefined> {
    const { audit, db, fileService } = this.deps;
    const files = await db.write(async (transaction) => {
      const [request] = await findExpired(transaction, cutoffs, { limit: 1, visaRequestId });
      if (!request) return undefined;
      const note = request.visaRequestStatus === "PENDING" ? abandonedNote : unansweredNote;
      if (request.visaRequestStatus === "ACTION_REQUIRED") await this.#notifyRefused(transaction, request);
      const removed = await this.removePersonalData(transaction, request, { at, note });
      await audit.record(transaction, "PAPERS_EXPIRED", visaRequestId, { by: "SYSTEM", request });
      return removed;
    });
    // The rows are already deleted. If a crash leaves bytes behind, the sweep at the next start removes them.
    if (files) await fileService.discard(files);
    return files?.length;
  }

  /** Stores rejection messages for the undecided applicants while their names are still known. */
  async #notifyRefused(transaction: EntityManager, request: VisaRequestEntity): Promise<void> {
    for (const traveller of await findApplicantsByRequests(transaction, [request.visaRequestId]))
      if (traveller.decidedAt === null)
        await this.deps.notifications.enqueue(transaction, {
          event: "REJECTED",
          occurrenceId: `${traveller.visaApplicantId}:REJECTED`,
          request,
          traveller,
        });
  }

  /**
   * Removes the applicants, the contact and the notes of staff, and closes the request if it is open. Price, reference
   * number and payments are retained. Runs in the caller's transaction; returns the files whose bytes the caller
   * discards after the commit. Errors: CONFLICT.
   */
  async removePersonalData(
    transaction: EntityManager,
    request: VisaRequestEntity,
    { at, note, changes = {} }: { at: Date; note: string | null; changes?: { followerId?: null } },
  ): Promise<StoredFileEntity[]> {
    const { applicants, caseAssignments, visaRequests } = this.deps;
    const { visaRequestId, visaRequestStatus } = request;
    const { removed, files } = await applicants.removeByRequest(transaction, visaRequestId);
    await caseAssignments.removeNotes(transaction, visaRequestId);
    const visaRequest = {
      ...changes,
      email: null,
      mobile: "",
      papersRemovedAt: request.papersRemovedAt ?? at.toISOString(),
      ...closingChanges(visaRequestStatus, removed),
    };
    await visaRequests.change(transaction, request, visaRequest, { at, note });
    return files;
  }
}

/**
 * Returns the final status of a request whose applicants are removed. An applicant who never sent a
 * correction counts as rejected, as staff would have decided. An approved applicant remains approved.
 */
function closingChanges(
  status: VisaRequestStatus,
  applicants: readonly VisaApplicantEntity[],
): Partial<VisaRequestEntity> {
  if (status === "PENDING") return { visaRequestStatus: "CANCELLED" };
  if (status !== "ACTION_REQUIRED") return {};
  const decided = applicants.map((one) => (one.visaApplicantStatus === "APPROVED" ? "APPROVED" : "REJECTED"));
  return { visaRequestStatus: deriveRequestStatus([...decided, "REJECTED"]), waitingSince: null };
}
