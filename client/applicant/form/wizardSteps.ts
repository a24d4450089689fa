import {
  type ApplicantFieldName,
  applicantFields,
} from "../../../server/modules/applicant/applicantFields.rules";
import { fileRequiredMessages, type FilePurpose } from "../../../server/modules/file/file.rules";
import { fileKinds } from "../../file/fileKinds";

/** The wizard's tabs in order; each is also a value of `?step=`. */
export const steps = ["photo", "passport", "details", "preview"] as const;
export type Step = (typeof steps)[number];

export const stepNames: Record<Step, string> = {
  photo: "Photo",
  passport: "Passport",
  details: "Details",
  preview: "Preview",
};

/** The slots for one file each, with their step and their purpose, which determines the validation rules. */
export const fileSlots = {
  profileFile: { step: "photo", purpose: "PHOTO" },
  passportFrontFile: { step: "passport", purpose: "PASSPORT_FRONT" },
  passportBackFile: { step: "passport", purpose: "PASSPORT_BACK" },
} as const satisfies Record<string, { step: Step; purpose: FilePurpose }>;
export type FileSlot = keyof typeof fileSlots;
export const fileSlotNames = Object.keys(fileSlots) as FileSlot[];

export const consentFields = ["consent", "guardianName"] as const;
export type ConsentField = (typeof consentFields)[number];

export type FormField =
  | ApplicantFieldName
  | FileSlot
  | "documentFiles"
  // A required document's files, the reason for leaving it for later, and the note; the number is its index.
  | `requiredDocument${number}`
  | `laterReason${number}`
  | `laterNote${number}`
  | ConsentField
  | "travelDate";

export function fieldId(field: FormField): string {
  return `applicant-${field}`;
}

/** Returns the label of a field, or the name of the document that it belongs to; undefined if it has neither. */
export function getFieldLabel(field: FormField, documentNames: readonly string[]): string | undefined {
  if (field in applicantFields) return applicantFields[field as ApplicantFieldName].label;
  if (field in fileSlots) return fileKinds[fileSlots[field as FileSlot].purpose].field;
  return documentNames[Number(/\d+$/.exec(field)?.[0])];
}

export interface FormViolation {
  field: FormField;
  code?: string;
  message: string;
}

export interface GateState {
  hasFile: Record<FileSlot, boolean>;
  detailViolations: readonly FormViolation[];
}

export function findStepViolations(step: Step, { hasFile, detailViolations }: GateState): FormViolation[] {
  if (step === "preview") return [];
  if (step === "details") return [...detailViolations];
  return fileSlotNames
    .filter((slot) => fileSlots[slot].step === step && !hasFile[slot])
    .map((slot) => ({ field: slot, message: fileRequiredMessages[fileSlots[slot].purpose] }));
}

export interface Gate {
  step: Step;
  violations: FormViolation[];
}

/** Returns the first incomplete step before `target`, or undefined if all are complete. */
export function findGate(target: Step, state: GateState): Gate | undefined {
  for (const step of steps.slice(0, steps.indexOf(target))) {
    const violations = findStepViolations(step, state);
    if (violations.length > 0) return { step, violations };
  }
  return undefined;
}

export function openStep(requested: string | null, state: GateState): Step {
  const step = steps.find((known) => known === requested) ?? "photo";
  return findGate(step, state)?.step ?? step;
}

export function stepAfter(step: Step): Step | undefined {
  return steps[steps.indexOf(step) + 1];
}

export function stepBefore(step: Step): Step | undefined {
  return steps[steps.indexOf(step) - 1];
}
