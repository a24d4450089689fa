/** Requests corrections from a traveller. Guards: only the assigned staff member, during the review. */
import { randomUUID } from "node:crypto";
import { throwIfAny } from "../../../core/errors";
import type { Principal } from "../../../core/principal";
import { assertMove } from "../../applicant/applicantStatus.service";
import { decryptRequiredDocuments } from "../../applicant/applicant.crypto";
import { correctableFields } from "../../applicant/applicantFields.rules";
import type { StoredFileEntity } from "../../file/file.entity";
import { findFilesByApplicants } from "../../file/file.reads";
import { assertNoVisaWaiting, getApplicantUnderReview } from "../case/caseAccess.logic";
import type { CaseDeps } from "../case/case.service";
import type { CaseView } from "../case/case.view";
import type { ApplicantCorrectionEntity } from "./correction.entity";
import { insertCorrections } from "./correction.repository";
import { checkCorrectionItems, type CorrectionItem } from "./correction.rules";
import { normaliseNote } from "../../../core/note.rules";
import { labelsOfCorrections } from "./correctionTargets.rules";
import { correctionNote } from "./reviewNote.crypto";

type Deps = Pick<
  CaseDeps,
  "applicantStatus" | "audit" | "cases" | "clock" | "db" | "keys" | "notifications" | "staff"
>;

export class CorrectionRequestService {
  constructor(private readonly deps: Deps) {}

  /** Errors: as in `getApplicantUnderReview`; REQUIRED, INVALID and TOO_LONG, e.g. for `items.0.note`. */
  async request(
    caller: Principal,
    visaApplicantId: string,
    items: readonly CorrectionItem[],
  ): Promise<CaseView> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffRequestCorrection");
    const { applicantStatus, audit, clock, db, notifications } = this.deps;
    const visaRequestId = await db.write(async (transaction) => {
      const found = await getApplicantUnderReview(transaction, staffId, visaApplicantId);
      const { applicant, request } = found;
      await assertNoVisaWaiting(transaction, visaApplicantId);
      assertMove(applicant.visaApplicantStatus, "ACTION_REQUIRED");
      const papers = await findFilesByApplicants(transaction, [visaApplicantId]);
      const documentNames = decryptRequiredDocuments(this.deps.keys, applicant).map(
        (one) => one.documentName,
      );
      throwIfAny(checkCorrectionItems(items, { files: papers, documentNames }));
      const at = clock.now();
      const asked = items.map((item, position) =>
        this.#makeCorrection(item, papers, { visaApplicantId, position, staffId, askedAt: at.toISOString() }),
      );
      await insertCorrections(transaction, asked);
      await applicantStatus.move(transaction, found, "ACTION_REQUIRED", { at });
      // One message per request, identified by its first correction.
      const [{ correctionId: occurrenceId }] = asked as [ApplicantCorrectionEntity];
      await notifications.enqueue(transaction, {
        event: "ACTION_REQUIRED",
        occurrenceId,
        request,
        traveller: applicant,
        details: labelsOfCorrections(
          asked.map(({ paper, field }) => ({ paper, field: field && correctableFields[field] })),
        ),
      });
      await audit.record(transaction, "CORRECTION_ASKED", visaApplicantId, {
        by: { staffId },
        request,
        details: { fields: listNames(asked) },
      });
      return request.visaRequestId;
    });
    return this.deps.cases.getCase(staffId, visaRequestId);
  }

  #makeCorrection(
    { fileId, field, documentName, reason, note }: CorrectionItem,
    papers: readonly StoredFileEntity[],
    asked: Pick<ApplicantCorrectionEntity, "visaApplicantId" | "position" | "staffId" | "askedAt">,
  ): ApplicantCorrectionEntity {
    const correctionId = randomUUID();
    const paper = field ? null : (papers.find((one) => one.fileId === fileId)?.purpose ?? "DOCUMENT");
    return {
      ...asked,
      correctionId,
      paper,
      fileId: fileId ?? null,
      field: field ?? null,
      documentName: documentName ?? null,
      reason,
      answerSealed: null,
      noteSealed: correctionNote.encrypt(this.deps.keys, correctionId, normaliseNote(note)),
      closedAt: null,
    };
  }
}

/** Returns the names of the fields and kinds of files; never their values. */
function listNames(asked: readonly ApplicantCorrectionEntity[]): string[] {
  const names = asked.map(({ paper, field }) => paper ?? correctableFields[field!]);
  return [...new Set<string>(names)];
}
