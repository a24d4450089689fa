import type { ApplicantFieldName } from "../../../server/modules/applicant/applicantFields.rules";
import { fileRequiredMessages, type FilePurpose } from "../../../server/modules/file/file.rules";

/** The tabs of the wizard, in order; each is the value of `?step=` too. */
export const steps = ["photo", "passport", "details", "preview"] as const;
export type Step = (typeof steps)[number];

export const stepNames: Record<Step, string> = {
  photo: "Photo",
  passport: "Passport",
  details: "Details",
  preview: "Preview",
};

/** The single files of an applicant: where each is asked for, and which rules it has to meet. */
export const fileSlots = {
  profileFile: { step: "photo", purpose: "PHOTO" },
  passportFrontFile: { step: "passport", purpose: "PASSPORT_FRONT" },
  passportBackFile: { step: "passport", purpose: "PASSPORT_BACK" },
} as const satisfies Record<string, { step: Step; purpose: FilePurpose }>;
export type FileSlot = keyof typeof fileSlots;
export const fileSlotNames = Object.keys(fileSlots) as FileSlot[];

/** What is asked for beside the preview. */
export const consentFields = ["consent", "guardianName"] as const;
export type ConsentField = (typeof consentFields)[number];

/** Everything on the form that can be wrong. */
export type FormField =
  | ApplicantFieldName
  | FileSlot
  | "documentFiles"
  // A required document by its place on the list: its files, why it comes later, and the word on that.
  | `requiredDocument${number}`
  | `laterReason${number}`
  | `laterNote${number}`
  | ConsentField;

/** The id of the input that a violation is about. */
export function fieldId(field: FormField): string {
  return `applicant-${field}`;
}

export interface FormViolation {
  field: FormField;
  code?: string;
  message: string;
}

/** What the gates look at. */
export interface GateState {
  hasFile: Record<FileSlot, boolean>;
  detailViolations: readonly FormViolation[];
}

/** What keeps a step from being complete; empty where nothing does. */
export function findStepViolations(step: Step, { hasFile, detailViolations }: GateState): FormViolation[] {
  if (step === "preview") return [];
  if (step === "details") return [...detailViolations];
  return fileSlotNames
    .filter((slot) => fileSlots[slot].step === step && !hasFile[slot])
    .map((slot) => ({ field: slot, message: fileRequiredMessages[fileSlots[slot].purpose] }));
}

/** A step that has to be completed first. */
export interface Gate {
  step: Step;
  violations: FormViolation[];
}

/** The first step before `target` that is not complete, with its violations; undefined where the way is free. */
export function findGate(target: Step, state: GateState): Gate | undefined {
  for (const step of steps.slice(0, steps.indexOf(target))) {
    const violations = findStepViolations(step, state);
    if (violations.length > 0) return { step, violations };
  }
  return undefined;
}

/** The step that an address asks for, or the one that has to be completed before it. */
export function openStep(requested: string | null, state: GateState): Step {
  const step = steps.find((known) => known === requested) ?? "photo";
  return findGate(step, state)?.step ?? step;
}

/** The step after this one; the last has none. */
export function stepAfter(step: Step): Step | undefined {
  return steps[steps.indexOf(step) + 1];
}

/** The step before this one; the first has none. */
export function stepBefore(step: Step): Step | undefined {
  return steps[steps.indexOf(step) - 1];
}
