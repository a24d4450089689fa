import { useState } from "react";
import { errorMessage, payloadOf, type Response } from "./errorMessage";
import { isOffline, offlineText } from "./online";
import { type FormViolation, useFocusOnInvalid, useViolations } from "./useViolations";

/** State of a form: its violations, and whether it is being sent. */
export function useSending() {
  const shown = useViolations();
  const { showViolations } = shown;
  const [isBusy, setBusy] = useState(false);

  /** Sends a change. Returns the payload, or undefined if there are violations or the call failed. */
  const send = async <Payload extends { userErrors: readonly FormViolation[] }>(
    change: () => Promise<Response<Payload>>,
  ) => {
    const fail = (message: string): undefined => {
      showViolations([{ message }]);
    };
    if (isOffline()) return fail(offlineText);
    setBusy(true);
    const payload = await change()
      .then(payloadOf)
      .catch((error: unknown) => fail(errorMessage(error)));
    setBusy(false);
    if (payload) showViolations(payload.userErrors);
    return payload?.userErrors.length === 0 ? payload : undefined;
  };

  useFocusOnInvalid(shown);
  return { ...shown, isBusy, send };
}
