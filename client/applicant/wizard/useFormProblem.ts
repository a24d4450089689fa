import { useEffect, useState } from "react";
import {
  type ConsentField,
  fieldId,
  type FileSlot,
  type FormViolation,
  type FormField,
  type Step,
} from "../form/wizardSteps";

/** What the last try was refused for, as the summary above the step shows it. */
export interface FormProblem {
  step: Step;
  violations: FormViolation[];
  /** What the server said about the whole. */
  general: string[];
  /** Grows with each try, so that the focus moves again. */
  attempt: number;
  /** Where the focus goes; it stays where it is while violations are corrected. */
  focus: "summary" | "field" | "nowhere";
}

type FileErrors = Partial<Record<FileSlot | "documentFiles" | ConsentField, string>>;

/** Keeps what is wrong with the form, and moves the focus there when it is said. */
export function useFormProblem() {
  const [shown, setShown] = useState<FormProblem>();
  const [fileErrors, setFileErrors] = useState<FileErrors>({});

  const show = (
    step: Step,
    violations: FormViolation[],
    focus: FormProblem["focus"],
    general: string[] = [],
  ) => {
    setShown((last) => ({ step, violations, general, focus, attempt: (last?.attempt ?? 0) + 1 }));
    setFileErrors(Object.fromEntries(violations.map(({ field, message }) => [field, message])));
  };

  // The summary takes the focus by itself; a gate leads straight to the one field that it wants.
  useEffect(() => {
    const [violation] = shown?.violations ?? [];
    if (!violation || shown?.focus !== "field") return;
    const field = document.getElementById(fieldId(violation.field));
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  }, [shown]);

  /** A field was changed: what was said about it no longer holds. */
  const drop = (field: FormField) => {
    setFileErrors(({ [field as FileSlot]: _dropped, ...others }) => others);
    setShown((present) => {
      const violations = present?.violations.filter((violation) => violation.field !== field) ?? [];
      return present && violations.length > 0 ? { ...present, violations, focus: "nowhere" } : undefined;
    });
  };

  const clear = () => {
    setShown(undefined);
    setFileErrors({});
  };

  return { shown, fileErrors, show, drop, clear };
}
