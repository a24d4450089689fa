import {
  type ApplicantDetails,
  suggestGender,
  normaliseDetails,
} from "../../../server/modules/applicant/applicant.rules";
import {
  applicantFieldNames,
  type ApplicantFieldName,
  applicantFields,
  mapFields,
} from "../../../server/modules/applicant/applicantFields.rules";
import type { ListedFile } from "../../file/field/ChosenFiles";
import type { ZoneLines } from "../../../server/modules/file/passport/sureLines.rules";
import type { StoredFile } from "../../file/field/FilePreview";
import type { PreparedFile } from "../../file/field/prepareFile";
import type {
  ApplicantConsentInput,
  CreateVisaApplicantInput,
  LaterDocumentInput,
  UpdateVisaApplicantInput,
  UserError,
} from "../../schemaTypes.generated";
import type { ApplicantPartsFragment } from "../operations.generated";
import { listAnswers, listLater, type RequiredSlot } from "./requiredSlots";
import {
  type ConsentField,
  consentFields,
  type FileSlot,
  fileSlots,
  type FormViolation,
  type FormField,
  type Step,
} from "./wizardSteps";

/** Files chosen in the form; files already on the server are not included. */
export interface ApplicantFiles {
  chosen: Partial<Record<FileSlot, PreparedFile>>;
  /** `documentName` names the required document that the file belongs to; null for an additional document. */
  documents: { key: string; prepared: PreparedFile; documentName: string | null }[];
  removedDocumentIds: string[];
  /** Documents of other applicants that the server copies to this one; each `key` is a document's id. */
  copied?: ListedFile[];
}

export const noFiles: ApplicantFiles = { chosen: {}, documents: [], removedDocumentIds: [] };

/**
 * Returns the details of a new form: nationality and passport country of the first applicant (WCAG 3.3.7),
 * and the gender that the default title implies.
 */
export function blankDetails(first: ApplicantPartsFragment | undefined): ApplicantDetails {
  const blank = normaliseDetails({
    nationality: first?.nationality,
    passportCountry: first?.passportCountry,
  });
  return { ...blank, gender: suggestGender(blank.title) ?? "" };
}

/** Returns the values to send; empty values are omitted. */
function sentDetails(values: ApplicantDetails) {
  const tidied = normaliseDetails(values);
  return mapFields((name) => tidied[name] || undefined) as Pick<CreateVisaApplicantInput, ApplicantFieldName>;
}

/**
 * Leaves out new files of documents that the traveller says do not apply, and removes stored ones. Documents that are
 * no longer stored need no removal; an earlier call may have removed them although its response was lost.
 */
export function withoutDeclined(
  files: ApplicantFiles,
  slots: readonly RequiredSlot[],
  stored: ApplicantPartsFragment["visaApplicationDocuments"] = [],
): ApplicantFiles {
  const declined = new Set(slots.flatMap((slot) => slot.declined.map(({ key }) => key)));
  const isSent = ({ key }: { key: string }) => !declined.has(key);
  const isRemoved = (id: string) => declined.has(id) || files.removedDocumentIds.includes(id);
  return {
    ...files,
    documents: files.documents.filter(isSent),
    copied: (files.copied ?? []).filter(isSent),
    removedDocumentIds: stored.map(({ visaApplicationDocumentId: id }) => id).filter(isRemoved),
  };
}

/** Omits names of documents that are no longer required, because a draft may be older than the visa's requirements. */
function sentFiles({ chosen, documents, copied = [] }: ApplicantFiles, required: readonly RequiredSlot[]) {
  const isRequired = (name: string | null) => required.some(({ documentName }) => documentName === name);
  const slots = Object.entries(chosen).map(([slot, prepared]) => [slot, prepared.file]);
  return {
    ...(Object.fromEntries(slots) as Partial<Record<FileSlot, File>>),
    documentFiles: unlessEmpty(documents.map(({ prepared }) => prepared.file)),
    documentNames: unlessEmpty(
      documents.map(({ documentName }) => (isRequired(documentName) ? documentName : null)),
    ),
    copyDocumentIds: unlessEmpty(copied.map(({ key }) => key)),
  };
}

const unlessEmpty = <Item>(list: Item[]) => (list.length > 0 ? list : undefined);

/** Returns the input fields for the MRZ lines that this device has read. */
function sentLines(lines: ZoneLines | undefined) {
  return lines && { mrzLine1: lines[0], mrzLine2: lines[1], isMrzReadOnDevice: true };
}

/** The state of the form when it is sent. */
export interface FilledForm {
  values: ApplicantDetails;
  files: ApplicantFiles;
  required: readonly RequiredSlot[];
  consent?: ApplicantConsentInput | undefined;
  passportLines?: ZoneLines | undefined;
}

export function createInput(
  form: FilledForm & { visaRequestId: string; idempotencyKey: string },
): CreateVisaApplicantInput {
  const { visaRequestId, values, files, required, consent, passportLines, idempotencyKey } = form;
  return {
    visaRequestId,
    ...sentDetails(values),
    ...sentFiles(withoutDeclined(files, required), required),
    ...sentLines(passportLines),
    laterDocuments: unlessEmpty(listLater(required)),
    answers: listAnswers(required, undefined),
    consent,
    idempotencyKey,
  };
}

/** Returns only values that differ from `before`; undefined if there are none. */
export function updateInput(
  form: FilledForm & { before: ApplicantPartsFragment },
): UpdateVisaApplicantInput | undefined {
  const { before, required, consent } = form;
  const old = normaliseDetails(before);
  const now = normaliseDetails(form.values);
  const changed = applicantFieldNames.filter((field) => now[field] !== old[field]);
  const files = withoutDeclined(form.files, required, before.visaApplicationDocuments);
  const later = listLater(required);
  const changes = {
    ...Object.fromEntries(changed.map((field) => [field, now[field]])),
    ...sentFiles(files, required),
    ...sentLines(form.passportLines),
    removeDocumentIds: unlessEmpty(files.removedDocumentIds),
    consent,
    laterDocuments: isSameLater(before, later) ? undefined : later,
    answers: listAnswers(required, before),
  };
  if (Object.values(changes).every((value) => value === undefined)) return undefined;
  return { visaApplicantId: before.visaApplicantId, ...changes };
}

function isSameLater({ requiredDocuments }: ApplicantPartsFragment, later: LaterDocumentInput[]): boolean {
  const before = requiredDocuments.filter(({ state }) => state === "LATER");
  return (
    before.length === later.length &&
    later.every(({ documentName, reason, note }) =>
      before.some(
        (one) => one.documentName === documentName && one.reason === reason && one.note === (note ?? null),
      ),
    )
  );
}

export function getStep(field: FormField): Step {
  if (consentFields.includes(field as ConsentField)) return "preview";
  return field in fileSlots ? fileSlots[field as FileSlot].step : "details";
}

/** Sorts server errors into errors of form fields and general errors. */
export function sortUserErrors(
  userErrors: readonly Pick<UserError, "field" | "code" | "message">[],
  fieldOfDocument: (index: number) => FormField,
  fieldOfAnswer: (part: string) => FormField | undefined,
): { violations: FormViolation[]; general: string[] } {
  const violations: FormViolation[] = [];
  const general: string[] = [];
  for (const { field, code, message } of userErrors) {
    // `input.documentFiles.0` and `documentFiles.0` both refer to the documents.
    const [name, part] = field?.replace(/^input\./, "").split(".") ?? [];
    const answered = name === "answers" && part ? fieldOfAnswer(part) : undefined;
    if (answered) violations.push({ field: answered, code, message });
    else if (name === "documentFiles" && part)
      violations.push({ field: fieldOfDocument(Number(part)), code, message });
    else if (name === "consent")
      violations.push({ field: part === "guardianName" ? part : name, code, message });
    else if (name && (name in fileSlots || name === "documentFiles" || name in applicantFields))
      violations.push({ field: name as FormField, code, message });
    else general.push(message);
  }
  return { violations, general };
}

/** Returns a stored document as the form lists it. */
export function toListed(stored: ApplicantPartsFragment["visaApplicationDocuments"][number]): ListedFile {
  const { visaApplicationDocumentId: key, imageName: name, documentName, size, contentType } = stored;
  return { key, name, documentName, size, contentType };
}

/** Returns the stored file of a slot, with its signed URL. */
export function storedFile(applicant: ApplicantPartsFragment, slot: FileSlot): StoredFile {
  return {
    // The type does not matter: the photo is never a PDF, and browsers detect the type of images.
    profileFile: { src: applicant.profileSrc, contentType: "image/jpeg" },
    passportFrontFile: { src: applicant.passportFrontSrc, contentType: applicant.passportFrontType },
    passportBackFile: { src: applicant.passportBackSrc, contentType: applicant.passportBackType },
  }[slot];
}
