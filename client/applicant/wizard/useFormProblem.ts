import { useEffect, useState } from "react";
import { focusInView } from "../../lib/focusInView";
import { fieldId, type FormViolation, type FormField, type Step } from "../form/wizardSteps";

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

type FieldErrors = Partial<Record<FormField, string>>;

/** Keeps what is wrong with the form, and moves the focus there when it is said. */
export function useFormProblem() {
  const [shown, setShown] = useState<FormProblem>();
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});

  const show = (
    step: Step,
    violations: FormViolation[],
    focus: FormProblem["focus"],
    general: string[] = [],
  ) => {
    setShown((last) => ({ step, violations, general, focus, attempt: (last?.attempt ?? 0) + 1 }));
    setFieldErrors(Object.fromEntries(violations.map(({ field, message }) => [field, message])));
  };

  // The summary takes the focus by itself; a gate leads straight to the one field that it wants.
  useEffect(() => {
    const [violation] = shown?.violations ?? [];
    if (!violation || shown?.focus !== "field") return;
    focusInView(fieldId(violation.field));
  }, [shown]);

  /** Fields were changed: what was said about them no longer holds. */
  const drop = (...fields: FormField[]) => {
    setFieldErrors((present) =>
      Object.fromEntries(Object.entries(present).filter(([field]) => !fields.includes(field as FormField))),
    );
    setShown((present) => {
      const violations = present?.violations.filter(({ field }) => !fields.includes(field)) ?? [];
      return present && violations.length > 0 ? { ...present, violations, focus: "nowhere" } : undefined;
    });
  };

  const clear = () => {
    setShown(undefined);
    setFieldErrors({});
  };

  return { shown, fieldErrors, show, drop, clear };
}
