import { useEffect, useState } from "react";

/** A violation of a form; `field` is the input's name, or absent if it concerns the whole form. */
export interface FormViolation {
  field?: string | null;
  code?: string;
  message: string;
}

/** The violations of a form, found by the names of its inputs. */
export function useViolations() {
  const [violations, showViolations] = useState<readonly FormViolation[]>([]);
  return {
    violations,
    showViolations,
    findError: (name: string) => violations.find(({ field }) => field === name)?.message,
    /** Returns violations of other inputs, to show above the form. */
    findOthers: (names: readonly string[]) =>
      violations.filter(({ field }) => !field || !names.includes(field)),
  };
}

/** Focuses the first invalid input of the form that was sent, which has the focus, or of the open dialog. */
export function useFocusOnInvalid(violations: readonly FormViolation[]): void {
  useEffect(() => {
    if (violations.length === 0) return;
    const form = document.activeElement?.closest("form");
    const place = form ?? document.querySelector("dialog[open]") ?? document;
    place.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [violations]);
}
