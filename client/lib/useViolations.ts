import { useEffect, useEffectEvent, useState } from "react";

/** A violation of a form; `field` is the input's name, or absent if it concerns the whole form. */
export interface FormViolation {
  field?: string | null;
  code?: string;
  message: string;
}

interface ShownViolations {
  violations: readonly FormViolation[];
  /** Increases whenever violations are shown, so that the focus moves again. */
  attempt: number;
}

export const noViolations: ShownViolations = { violations: [], attempt: 0 };

/** Stores the violations of a form and looks them up by input name. */
export function useViolations() {
  const [shown, setShown] = useState(noViolations);
  const { violations } = shown;
  return {
    ...shown,
    showViolations: (found: readonly FormViolation[]) =>
      setShown(({ attempt }) => ({ violations: found, attempt: attempt + 1 })),
    /** Removes the violations of a changed input without moving the focus. */
    drop: (name: string) =>
      setShown((last) => ({ ...last, violations: last.violations.filter(({ field }) => field !== name) })),
    findError: (name: string) => violations.find(({ field }) => field === name)?.message,
    /** Returns violations of other inputs, to show above the form. */
    findOthers: (names: readonly string[]) =>
      violations.filter(({ field }) => !field || !names.includes(field)),
  };
}

/**
 * Focuses the first invalid input of the form that has the focus, or of the open dialog. Opens the part of the form
 * that contains the input.
 */
export function useFocusOnInvalid({ violations, attempt }: ShownViolations): void {
  const focus = useEffectEvent(() => {
    if (violations.length === 0) return;
    const form = document.activeElement?.closest("form");
    const place = form ?? document.querySelector("dialog[open]") ?? document;
    const input = place.querySelector<HTMLElement>("[aria-invalid=true]");
    input?.closest("details")?.setAttribute("open", "");
    input?.focus();
  });
  useEffect(() => focus(), [attempt]);
}
