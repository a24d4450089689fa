import {
  type ApplicantDetails,
  suggestGender,
  tidyDetails,
} from "../../../server/modules/applicant/applicant.rules";
import {
  applicantFieldNames,
  type ApplicantFieldName,
  mapFields,
} from "../../../server/modules/applicant/applicantFields.rules";
import type { StoredFile } from "../../file/field/FilePreview";
import type { PreparedFile } from "../../file/field/prepareFile";
import type {
  ApplicantConsentInput,
  CreateVisaApplicantInput,
  UpdateVisaApplicantInput,
  UserError,
} from "../../schemaTypes.generated";
import type { ApplicantPartsFragment } from "../operations.generated";
import {
  type ConsentField,
  consentFields,
  type FileSlot,
  fileSlots,
  type FormViolation,
  type FormField,
  type Step,
} from "./wizardSteps";

/** The files of the form: chosen ones only; what the server keeps already is not among them. */
export interface ApplicantFiles {
  chosen: Partial<Record<FileSlot, PreparedFile>>;
  documents: { key: string; prepared: PreparedFile }[];
  /** Documents that the server keeps and that are to go. */
  removedDocumentIds: string[];
}

export const noFiles: ApplicantFiles = { chosen: {}, documents: [], removedDocumentIds: [] };

/**
 * An empty form. Nationality and passport country are offered from the first applicant (WCAG 3.3.7); the gender
 * follows the title from the start, so that only the mandatory fields are left to be entered.
 */
export function blankDetails(first: ApplicantPartsFragment | undefined): ApplicantDetails {
  const blank = tidyDetails({ nationality: first?.nationality, passportCountry: first?.passportCountry });
  return { ...blank, gender: suggestGender(blank.title) ?? "" };
}

/** The form as the server keeps it. */
export function detailsOf(applicant: ApplicantPartsFragment): ApplicantDetails {
  return tidyDetails(applicant);
}

/** The values as they are sent: an empty one is left out. */
function sentDetails(values: ApplicantDetails) {
  const tidied = tidyDetails(values);
  return mapFields((name) => tidied[name] || undefined) as Pick<CreateVisaApplicantInput, ApplicantFieldName>;
}

function sentFiles({ chosen, documents }: ApplicantFiles) {
  const slots = Object.entries(chosen).map(([slot, prepared]) => [slot, prepared.file]);
  return {
    ...(Object.fromEntries(slots) as Partial<Record<FileSlot, File>>),
    ...(documents.length > 0 ? { documentFiles: documents.map(({ prepared }) => prepared.file) } : {}),
  };
}

export function createInput(form: {
  visaRequestId: string;
  values: ApplicantDetails;
  files: ApplicantFiles;
  consent?: ApplicantConsentInput | undefined;
  idempotencyKey: string;
}): CreateVisaApplicantInput {
  const { visaRequestId, values, files, consent, idempotencyKey } = form;
  return { visaRequestId, ...sentDetails(values), ...sentFiles(files), consent, idempotencyKey };
}

/** Only what differs from `before`; undefined where nothing does. */
export function updateInput(form: {
  before: ApplicantPartsFragment;
  values: ApplicantDetails;
  files: ApplicantFiles;
  consent?: ApplicantConsentInput | undefined;
}): UpdateVisaApplicantInput | undefined {
  const old = detailsOf(form.before);
  const now = tidyDetails(form.values);
  const changed = applicantFieldNames.filter((field) => now[field] !== old[field]);
  const { removedDocumentIds } = form.files;
  const changes = {
    ...Object.fromEntries(changed.map((field) => [field, now[field]])),
    ...sentFiles(form.files),
    ...(removedDocumentIds.length > 0 ? { removeDocumentIds: removedDocumentIds } : {}),
    ...(form.consent && { consent: form.consent }),
  };
  if (Object.keys(changes).length === 0) return undefined;
  return { visaApplicantId: form.before.visaApplicantId, ...changes };
}

/** The step on which a field is asked for. */
export function stepOf(field: FormField): Step {
  if (consentFields.includes(field as ConsentField)) return "preview";
  return field in fileSlots ? fileSlots[field as FileSlot].step : "details";
}

/** What the server said, by place: at fields of the form, and about the whole. */
export function sortUserErrors(
  userErrors: readonly Pick<UserError, "field" | "code" | "message">[],
  knownFields: readonly string[],
): { violations: FormViolation[]; general: string[] } {
  const violations: FormViolation[] = [];
  const general: string[] = [];
  for (const { field, code, message } of userErrors) {
    // `input.documentFiles.0` and `documentFiles.0` are both about the documents.
    const [name, part] = field?.replace(/^input\./, "").split(".") ?? [];
    if (name === "consent") violations.push({ field: part === "guardianName" ? part : name, code, message });
    else if (name && (name in fileSlots || name === "documentFiles" || knownFields.includes(name)))
      violations.push({ field: name as FormField, code, message });
    else general.push(message);
  }
  return { violations, general };
}

/** What the server keeps in a slot, behind a signed link. */
export function storedFile(applicant: ApplicantPartsFragment, slot: FileSlot): StoredFile {
  if (slot === "passportFrontFile")
    return { src: applicant.passportFrontSrc, contentType: applicant.passportFrontType };
  if (slot === "passportBackFile")
    return { src: applicant.passportBackSrc, contentType: applicant.passportBackType };
  // The photo is never a PDF; which kind of picture it is makes no difference for showing it.
  return { src: applicant.profileSrc, contentType: "image/jpeg" };
}
