import { useEffect, useState } from "react";
import { errorMessage } from "../lib/errorMessage";
import { isOffline, offlineText } from "../lib/online";

export interface PartnerViolation {
  field?: string | null;
  message: string;
}

/** State of a form: its violations, and whether it is being sent. */
export function useSending() {
  const [violations, setViolations] = useState<readonly PartnerViolation[]>([]);
  const [isBusy, setBusy] = useState(false);

  /** Runs a change, which returns its violations. Returns true if there are none. */
  const send = async (change: () => Promise<readonly PartnerViolation[] | undefined>): Promise<boolean> => {
    if (isOffline()) {
      setViolations([{ message: offlineText }]);
      return false;
    }
    setBusy(true);
    const found = await change().catch((error: unknown) => [{ message: errorMessage(error) }]);
    setBusy(false);
    setViolations(found ?? []);
    return (found ?? []).length === 0;
  };

  useEffect(() => {
    if (violations.length === 0) return;
    const place = document.querySelector("dialog[open]") ?? document;
    place.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [violations]);

  const findError = (field: string) => violations.find((one) => one.field === field)?.message;
  return { violations, isBusy, send, findError, showViolations: setViolations };
}
