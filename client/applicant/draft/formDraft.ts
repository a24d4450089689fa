import type { Step } from "../form/wizardSteps";

/** The parts of a form that a draft stores: typed values, and files, which are written immediately. */
export interface FormDraft {
  values: object;
  files: object;
  later?: object;
  step?: Step;
}
