/**
 * Checks the details and files of an applicant together, so that one response has all violations. Files are decoded
 * only if nothing else is wrong.
 */
import { invalid, missing, toOneLine } from "../../../core/text.rules";
import { isDeepStrictEqual } from "node:util";
import { throwIfAny, type Violation, type UserErrorCode } from "../../../core/errors";
import { fileRequiredViolation } from "../../file/file.rules";
import { todayInKolkata, type Day } from "../../../core/day.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import {
  checkApplicantDetails,
  normaliseDetails,
  toColumns,
  type ApplicantDetails,
  type ApplicantInput,
} from "../applicant.rules";
import { applicantFieldNames, getFieldDefinition } from "../applicantFields.rules";
import { toDetails, type ApplicantView } from "../applicant.view";
import { encryptPassportNumber } from "../applicant.crypto";
import { checkMrzLines, chooseMrz, toMrzEntry, type MrzEntry } from "../mrzLines.rules";
import { readConsent } from "../../consent/consent.rules";
import {
  checkedPassport,
  findDuplicatePassport,
  type CheckedApplicant,
  type CheckedChange,
} from "./applicantChange.logic";
import {
  documentField,
  findPassportLines,
  listFiles,
  listNewFiles,
  placeFiles,
  singleFiles,
  type ApplicantSubmission,
} from "./applicantSubmission.service";
import { copyDocuments } from "./copyDocuments.logic";
import { compareDocuments, listDocuments } from "../documents/applicationDocuments.logic";
import { nameDocuments } from "../documents/requirementIds.rules";
import { mergeDocuments, replacePapers, type KeptDocument } from "../documents/requiredDocuments.rules";
import type { ApplicantDeps } from "./applicantDeps.logic";

export class ApplicantCheck {
  constructor(private readonly deps: ApplicantDeps) {}

  /**
   * Checks a new applicant, whose details, photo and both passport pages are required. A partner also has to send the
   * consent, because the partner asks the applicant for it.
   */
  async checkNew(
    request: VisaRequestEntity,
    visaApplicantId: string,
    submission: ApplicantSubmission,
    { isByPartner }: { isByPartner: boolean },
  ): Promise<CheckedApplicant> {
    const copied = (submission.copies ?? []).map(({ purpose }) => purpose);
    const violations: Violation<UserErrorCode>[] = singleFiles
      .filter(({ field, purpose }) => !submission[field] && !copied.includes(purpose))
      .map(({ field, purpose }) => ({ field, ...fileRequiredViolation(purpose) }));
    if (isByPartner && !submission.consent)
      violations.push(missing("consent", "Send the applicant's consent"));
    const before = { documents: [], firstDocumentPosition: 0, mrz: null };
    return this.#check(
      request,
      visaApplicantId,
      normaliseDetails(submission.details),
      submission,
      before,
      violations,
    );
  }

  /** Checks a change: fields that were not sent stay, and a new photo or passport page replaces the old one. */
  async checkChange(
    request: VisaRequestEntity,
    before: ApplicantView,
    submission: ApplicantSubmission & { removeDocumentIds?: readonly string[] | null },
  ): Promise<CheckedApplicant & CheckedChange> {
    const sent: ApplicantInput = Object.fromEntries(
      Object.entries(submission.details).filter(([, value]) => value !== undefined),
    );
    const details = normaliseDetails({ ...toDetails(before), ...followAge(sent), ...sent });
    const documents = before.documents.map(({ fileId }) => fileId);
    const unknown = (submission.removeDocumentIds ?? []).flatMap((id, index): Violation<UserErrorCode>[] =>
      documents.includes(id) ? [] : [invalid(`removeDocumentIds.${index}`, "This document does not exist")],
    );
    const removed = new Set(submission.removeDocumentIds);
    const kept = {
      documents: replacePapers(before.requiredDocuments, (fileId) =>
        removed.has(fileId) ? undefined : fileId,
      ),
      // The last document has the highest position.
      firstDocumentPosition: (before.documents.at(-1)?.position ?? -1) + 1,
      mrz: before.mrz,
    };
    const checked = await this.#check(request, before.visaApplicantId, details, submission, kept, [
      ...findBlankDefaults(sent),
      ...unknown,
    ]);
    const files = listNewFiles(before, removed, checked);
    const replaced = singleFiles
      .filter(({ field }) => files.some((file) => file.field === field))
      .map(({ view }) => before[view].fileId);
    const isSameMrz = isDeepStrictEqual(checked.mrz, before.mrz && toMrzEntry(before.mrz));
    const hasNewPage = files.some(({ purpose }) => purpose === "PASSPORT_FRONT");
    // The same MRZ with a new passport page counts as a new entry.
    const mrz = isSameMrz && !(checked.mrz && hasNewPage) ? undefined : checked.mrz;
    const removedFileIds = [...replaced, ...(submission.removeDocumentIds ?? [])];
    const { consents, db } = this.deps;
    const isNewConsent =
      checked.consent && (await consents.isNew(db.read, before.visaApplicantId, checked.consent));
    return { ...checked, files, mrz, removedFileIds, consent: isNewConsent ? checked.consent : undefined };
  }

  async #check(
    request: VisaRequestEntity,
    visaApplicantId: string,
    details: ApplicantDetails,
    submission: ApplicantSubmission,
    kept: { documents: KeptDocument[]; firstDocumentPosition: number; mrz: MrzEntry | null },
    violationsSoFar: readonly Violation<UserErrorCode>[],
  ): Promise<CheckedApplicant> {
    const { clock, db, fileService, keys } = this.deps;
    const { visaRequestId, travelDate } = request;
    const today = todayInKolkata(clock.now());
    const detailViolations = checkApplicantDetails(details, { today, travelDate }).map(
      ({ field, code, message }) => ({ field, code, message }),
    );
    const zone = readMrzLines(submission);
    const agreed = readSentConsent(submission, details.dateOfBirth, today);
    const sent = await this.#checkDocuments(request, visaApplicantId, details, submission, kept.documents);
    const { passportNumber } = details;
    const passport = passportNumber ? checkedPassport(keys, passportNumber, "passportNumber") : undefined;
    const after = await findDuplicatePassport(db.read, { visaRequestId, visaApplicantId }, passport);
    const before = [
      ...violationsSoFar,
      ...detailViolations,
      ...zone.violations,
      ...sent.violations,
      ...agreed.violations,
    ];
    const isRefused = before.length + after.length > 0;
    const inspected = await fileService.inspect(request.userId, listFiles(submission), { isRefused });
    throwIfAny([...before, ...inspected.violations, ...after]);

    return {
      row: {
        ...toColumns(details, travelDate),
        ...encryptPassportNumber(keys, visaApplicantId, passportNumber),
        visaApplicantId,
        visaRequestId,
      },
      comments: details.comments || null,
      mrz: chooseMrz({
        sent: submission.mrzOfCopy ?? zone.mrz,
        before: kept.mrz,
        isNewPage: Boolean(submission.passportFrontFile),
        read: findPassportLines(inspected.passed),
      }),
      consent: agreed.consent,
      passport,
      files: placeFiles([...inspected.passed, ...sent.copies], kept.firstDocumentPosition),
      requiredDocuments: sent.kept,
      documentChanges: compareDocuments(kept.documents, sent.kept),
      findDocumentName: sent.findDocumentName,
    };
  }

  async #checkDocuments(
    request: VisaRequestEntity,
    visaApplicantId: string,
    details: ApplicantDetails,
    submission: ApplicantSubmission,
    before: readonly KeptDocument[],
  ) {
    const { required, accepted, requirements } = await listDocuments(this.deps.catalogue, request, details);
    const named = nameDocuments(requirements, submission);
    const { documentNames, laterDocuments, answers } = named;
    const { visaRequestId } = request;
    const place = { visaRequestId, visaApplicantId };
    const others = await copyDocuments(this.deps, place, submission.copyDocumentIds ?? []);
    const copies = [...(submission.copies ?? []), ...others.copies];
    const copiedNames = others.copies.map(({ documentName }) => documentName ?? null);
    const { kept, violations } = mergeDocuments({ required, accepted }, before, {
      documentNames: [...documentNames, ...copiedNames],
      fileCount: (submission.documentFiles?.length ?? 0) + copiedNames.length,
      laterDocuments,
      answers,
    });
    return {
      copies,
      kept,
      violations: [
        ...named.violations,
        ...violations.map((one) => ({ ...one, field: named.sentFields.get(one.field) ?? one.field })),
        ...others.violations,
      ],
      findDocumentName: (field: string): string | null =>
        copies.find((copy) => copy.field === field)?.documentName ??
        documentNames.find((_name, index) => field === documentField(index)) ??
        null,
    };
  }
}

function readSentConsent({ consent: sent }: ApplicantSubmission, dateOfBirth: Day, today: Day) {
  if (!sent) return { consent: undefined, violations: [] };
  const { consent, violations } = readConsent(sent, { dateOfBirth, today });
  const placed = violations.map(({ field, ...rest }) => ({ field: `consent.${field}`, ...rest }));
  return { consent, violations: placed };
}

function readMrzLines({ mrzLine1, mrzLine2, isMrzReadOnDevice }: ApplicantSubmission): {
  mrz: CheckedApplicant["mrz"];
  violations: Violation<UserErrorCode>[];
} {
  if (mrzLine1 === undefined && mrzLine2 === undefined) return { mrz: undefined, violations: [] };
  const { lines, violations } = checkMrzLines(mrzLine1, mrzLine2);
  return {
    mrz: lines && {
      line1: lines[0],
      line2: lines[1],
      enteredBy: isMrzReadOnDevice ? "DEVICE" : "TRAVELLER",
    },
    violations: violations.map(({ line, code, message }) => ({ field: `mrzLine${line}`, code, message })),
  };
}

/**
 * Returns violations for fields that have a default but were sent blank, because defaults apply only to new applicants.
 */
function findBlankDefaults(sent: ApplicantInput): Violation<UserErrorCode>[] {
  return applicantFieldNames.flatMap((field) => {
    const { initial, label } = getFieldDefinition(field);
    const isBlank = initial !== undefined && sent[field] !== undefined && !toOneLine(sent[field] ?? "");
    return isBlank ? [missing(field, `${label} is missing`)] : [];
  });
}

/** Clears the category, so that it is derived again, if a new date of birth is sent without a category. */
function followAge(sent: ApplicantInput): ApplicantInput {
  return sent.dateOfBirth !== undefined && sent.travelerType === undefined ? { travelerType: "" } : {};
}
