import type { Step } from "../form/wizardSteps";

/** The parts of a form that a draft stores: typed values, and files, which are written immediately. */
export interface FormDraft {
  values: object;
  files: object;
  later?: object;
  step?: Step;
}

/** True if nothing is left to store, e.g. after the only file was removed. */
export const isEmptyDraft = ({ values, files, later = {} }: FormDraft): boolean =>
  [values, files, later].every((part) => Object.keys(part).length === 0);
