import { useEffect, useState } from "react";
import { focusInView } from "../../lib/focusInView";
import { fieldId, type FormViolation, type FormField, type Step } from "../form/wizardSteps";

export interface FormProblem {
  step: Step;
  violations: FormViolation[];
  general: string[];
  /** Increases with each attempt, so that the focus moves again. */
  attempt: number;
  /** Target of the focus; "nowhere" while violations are being corrected. */
  focus: "summary" | "field" | "nowhere";
}

type FieldErrors = Partial<Record<FormField, string>>;

/** Stores the form's errors and moves the focus when they are shown. */
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

  // Focuses a single missing field; an error summary focuses itself.
  useEffect(() => {
    const [violation] = shown?.violations ?? [];
    if (!violation || shown?.focus !== "field") return;
    focusInView(fieldId(violation.field));
  }, [shown]);

  const drop = (...fields: FormField[]) => {
    setFieldErrors((present) =>
      Object.fromEntries(Object.entries(present).filter(([field]) => !fields.includes(field as FormField))),
    );
    setShown((present) => {
      if (!present) return undefined;
      const violations = present.violations.filter(({ field }) => !fields.includes(field));
      const isSettled = violations.length === 0 && present.general.length === 0;
      return isSettled ? undefined : { ...present, violations, focus: "nowhere" };
    });
  };

  const clear = () => {
    setShown(undefined);
    setFieldErrors({});
  };

  return { shown, fieldErrors, show, drop, clear };
}
