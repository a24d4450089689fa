/**
 * Removes data whose retention period has ended (retention.rules). Guards: money and reference numbers stay,
 * and nothing is removed while money is owed. The next run continues an interrupted one. Calls: the file
 * module for the bytes.
 */
import type { Database } from "../../platform/db/database";
import type { Clock } from "../../core/ports";
import type { AuditService } from "../audit/audit.service";
import type { FileService } from "../file/file.service";
import { clearMessages } from "../notification/notification.repository";
import { messageDays } from "../notification/notification.rules";
import { removePersonalData } from "./personalData.logic";
import { findExpired, leftoverTables, removeLeftovers, type Cutoffs } from "./retention.repository";
import {
  abandonedNote,
  cancelledDays,
  daysBefore,
  decidedDays,
  deviceDays,
  draftDays,
  leftoverDays,
  maxLeftoversPerRun,
  maxRequestsPerRun,
  unansweredDays,
  unansweredNote,
} from "./retention.rules";

/** The result of a run; `isMore` if another run is needed. */
export interface Expiry {
  requests: number;
  files: number;
  leftovers: number;
  isMore: boolean;
}

export class RetentionService {
  constructor(
    private readonly deps: { db: Database; clock: Clock; audit: AuditService; fileService: FileService },
  ) {}

  /** Does one run, with one transaction per request so that other writes do not wait. */
  async expire(): Promise<Expiry> {
    const { db, clock } = this.deps;
    const now = clock.now();
    const cutoffs: Cutoffs = {
      draft: daysBefore(now, draftDays),
      cancelled: daysBefore(now, cancelledDays),
      decided: daysBefore(now, decidedDays),
      unanswered: daysBefore(now, unansweredDays),
    };
    const expiry: Expiry = { requests: 0, files: 0, leftovers: 0, isMore: false };
    const expired = await findExpired(db.read, cutoffs, { limit: maxRequestsPerRun });
    for (const { visaRequestId } of expired) {
      const files = await this.#expireRequest(visaRequestId, cutoffs, now);
      if (files === undefined) continue;
      expiry.requests += 1;
      expiry.files += files;
    }
    expiry.isMore = expired.length === maxRequestsPerRun;
    for (const table of leftoverTables) {
      const before = daysBefore(now, table === "known_device" ? deviceDays : leftoverDays);
      const removed = await db.write((transaction) =>
        removeLeftovers(transaction, table, before, maxLeftoversPerRun),
      );
      expiry.leftovers += removed;
      expiry.isMore ||= removed === maxLeftoversPerRun;
    }
    const cleared = await db.write((transaction) =>
      clearMessages(transaction, daysBefore(now, messageDays), maxLeftoversPerRun),
    );
    expiry.leftovers += cleared;
    expiry.isMore ||= cleared === maxLeftoversPerRun;
    if (expiry.requests + expiry.leftovers > 0) await db.purgeDeleted();
    return expiry;
  }

  /** Returns the number of files removed; undefined if the request was changed or paid since the lookup. */
  async #expireRequest(visaRequestId: string, cutoffs: Cutoffs, at: Date): Promise<number | undefined> {
    const { audit, db, fileService } = this.deps;
    const files = await db.write(async (transaction) => {
      const [request] = await findExpired(transaction, cutoffs, { limit: 1, visaRequestId });
      if (!request) return undefined;
      const note = request.visaRequestStatus === "PENDING" ? abandonedNote : unansweredNote;
      const removed = await removePersonalData(transaction, request, { at, note });
      await audit.record(transaction, "PAPERS_EXPIRED", visaRequestId, { by: "SYSTEM", request });
      return removed;
    });
    // The rows are gone: if a crash leaves bytes behind, the sweep at the next start removes them.
    if (files) await fileService.discard(files);
    return files?.length;
  }
}
