import { useState } from "react";
import { useToast } from "../components/feedback/ToastProvider";
import { errorMessage, findProblem, payloadOf, type Response } from "../lib/errorMessage";
import { isOffline, offlineText } from "../lib/online";
import { type FormViolation, useFocusOnInvalid, useViolations } from "../lib/useViolations";

interface PartnerPayload {
  userErrors: readonly FormViolation[];
}

/** State of a form: its violations, and whether it is being sent. */
export function useSending() {
  const { violations, showViolations, ...found } = useViolations();
  const [isBusy, setBusy] = useState(false);

  /** Sends a change. Returns its payload if it has no violations. */
  const send = async <Payload extends PartnerPayload>(change: () => Promise<Response<Payload>>) => {
    const fail = (message: string) => showViolations([{ message }]);
    if (isOffline()) {
      fail(offlineText);
      return undefined;
    }
    setBusy(true);
    const payload = await change()
      .then(payloadOf)
      .catch((error: unknown) => fail(errorMessage(error)));
    setBusy(false);
    if (payload) showViolations(payload.userErrors);
    return payload?.userErrors.length === 0 ? payload : undefined;
  };

  useFocusOnInvalid(violations);
  return { ...found, violations, isBusy, send, showViolations };
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
