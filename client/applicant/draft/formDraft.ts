import type { Step } from "../form/wizardSteps";

/** A form as a draft keeps it: what is typed, and files, which are written at once. */
export interface FormDraft {
  values: object;
  files: object;
  later?: object;
  step?: Step;
}
