/** Reminds travellers once per application of documents that are still needed a day after payment. */
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import type { VisaApplicantEntity } from "../applicant.entity";
import { findApplicantsByRequests } from "../applicant.reads";
import { decryptRequiredDocuments } from "../applicant.crypto";
import { canAddDocuments, countDocuments, describeRequired, isStillNeeded } from "./neededDocuments.rules";
import type { ApplicantDeps } from "../submission/applicantDeps.logic";

const batchSize = 50;

export class DocumentReminderService {
  constructor(private readonly deps: ApplicantDeps) {}

  /** Processes due reminders, oldest first, until none is left or `signal` is aborted. */
  async processDue(signal: AbortSignal): Promise<void> {
    const { clock, db, visaRequests } = this.deps;
    for (;;) {
      const due = await visaRequests.findDueReminders(db.rows, clock.now(), batchSize);
      for (const { visaRequestId } of due) {
        if (signal.aborted) return;
        await this.#remind(visaRequestId);
      }
      if (due.length < batchSize) return;
    }
  }

  async #remind(visaRequestId: string): Promise<void> {
    const { clock, db, notifications, visaRequests } = this.deps;
    await db.write(async (transaction) => {
      const request = await visaRequests.takeReminder(transaction, visaRequestId, clock.now());
      if (!request) return;
      const needed = this.#listNeeded(request, await findApplicantsByRequests(transaction, [visaRequestId]));
      if (needed.names.length === 0) return;
      await notifications.enqueue(transaction, {
        event: "DOCUMENTS_NEEDED",
        occurrenceId: visaRequestId,
        request,
        details: needed.names,
        total: needed.total,
      });
    });
  }

  /**
   * Returns the names of the documents still needed, prefixed with the first name if there are several applicants, and
   * the number of all documents that apply.
   */
  #listNeeded({ visaRequestStatus }: VisaRequestEntity, rows: readonly VisaApplicantEntity[]) {
    const visaApplicants = rows.map((row) => ({
      ...row,
      requiredDocuments: decryptRequiredDocuments(this.deps.keys, row).map(describeRequired),
    }));
    const names = visaApplicants
      .filter(({ visaApplicantStatus }) => canAddDocuments(visaRequestStatus, visaApplicantStatus))
      .flatMap(({ firstName, requiredDocuments }) =>
        requiredDocuments
          .filter(isStillNeeded)
          .map(({ documentName }) => (rows.length > 1 ? `${firstName}: ${documentName}` : documentName)),
      );
    return { names, total: countDocuments({ visaRequestStatus, visaApplicants }).total };
  }
}
