import { useEffect, useState } from "react";
import { useToast } from "../components/feedback/ToastProvider";
import { errorMessage, findProblem, payloadOf, type Response } from "../lib/errorMessage";
import { isOffline, offlineText } from "../lib/online";

export interface PartnerViolation {
  field?: string | null;
  code?: string;
  message: string;
}

interface PartnerPayload {
  userErrors: readonly PartnerViolation[];
}

/** State of a form: its violations, and whether it is being sent. */
export function useSending() {
  const [violations, setViolations] = useState<readonly PartnerViolation[]>([]);
  const [isBusy, setBusy] = useState(false);

  /** Sends a change. Returns its payload if it has no violations. */
  const send = async <Payload extends PartnerPayload>(change: () => Promise<Response<Payload>>) => {
    const fail = (message: string) => setViolations([{ message }]);
    if (isOffline()) {
      fail(offlineText);
      return undefined;
    }
    setBusy(true);
    const payload = await change()
      .then(payloadOf)
      .catch((error: unknown) => fail(errorMessage(error)));
    setBusy(false);
    if (payload) setViolations(payload.userErrors);
    return payload?.userErrors.length === 0 ? payload : undefined;
  };

  useEffect(() => {
    if (violations.length === 0) return;
    const place = document.querySelector("dialog[open]") ?? document;
    place.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [violations]);

  const findError = (field: string) => violations.find((one) => one.field === field)?.message;
  /** Returns violations of other inputs, to show above the form. */
  const findOthers = (fields: readonly string[]) =>
    violations.filter(({ field }) => !field || !fields.includes(field));
  return { violations, isBusy, send, findError, findOthers, showViolations: setViolations };
}

/** Returns an action for a `ConfirmDialog`: sends a change, then loads and reports its result. */
export function useConfirmed(onChanged: () => Promise<unknown>) {
  const toast = useToast();
  return async (change: Promise<Response<PartnerPayload>>, done: string) => {
    const problem = findProblem(await change);
    if (problem) return problem;
    await onChanged();
    toast.success(done);
    return undefined;
  };
}
