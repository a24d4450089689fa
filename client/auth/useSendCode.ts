import { useState } from "react";
import { errorMessage, findRetryAfter, payloadOf } from "../lib/errorMessage";
import { isOffline, offlineText } from "../lib/online";
import { findDeviceToken, type SentCode, sentNow } from "./storedLoginStep";
import type { CodePurpose } from "../schemaTypes.generated";
import { useRequestOtpMutation } from "./operations.generated";

interface Failure {
  problem: string;
  isNumber?: boolean;
  /** Seconds until the next attempt, if the request was rate limited. */
  retryAfter?: number | undefined;
}

/** Requests a code by SMS. `purpose` selects the text; the new code voids the one passed as `older`. */
export function useSendCode(purpose: CodePurpose = "LOGIN") {
  const [requestOtp] = useRequestOtpMutation();
  const [isSending, setSending] = useState(false);
  const [isChecking, setChecking] = useState(false);

  const sendCode = async (phoneNumber: string, older?: SentCode): Promise<{ sent: SentCode } | Failure> => {
    const fail = (problem: string, more: Partial<Failure> = {}) => ({ problem, ...more });
    if (isOffline()) return fail(offlineText);
    setSending(true);
    try {
      const common = { phoneNumber, userType: "Customer", handle: older?.handle, purpose };
      const input = { ...common, deviceToken: findDeviceToken() };
      const request = async (deviceSolution?: string) =>
        payloadOf(await requestOtp({ variables: { input: { ...input, deviceSolution } } }));
      let response = await request();
      if (response.deviceChallenge) {
        setChecking(true);
        const solution = await solve(response.deviceChallenge);
        if (!solution) return fail(cannotCheck);
        response = await request(solution);
        if (response.deviceChallenge) return fail(notChecked);
      }
      const userError = response.userErrors[0];
      if (!response.sent)
        return fail(userError?.message ?? "We could not send the code. Please try again.", {
          isNumber: userError?.field === "phoneNumber",
        });
      return { sent: sentNow(phoneNumber, response) };
    } catch (error) {
      return fail(errorMessage(error), { retryAfter: findRetryAfter(error) });
    } finally {
      setSending(false);
      setChecking(false);
    }
  };
  return { sendCode, isSending, isChecking };
}

/** Sends a code to the user's own number. Returns the sent code, or why it could not be sent. */
export function useOwnCode(phoneNumber: string) {
  const [sent, setSent] = useState<SentCode>();
  const [problem, setProblem] = useState<string>();
  const { sendCode, isSending } = useSendCode();
  const send = async () => {
    setProblem(undefined);
    const sending = await sendCode(phoneNumber);
    if ("sent" in sending) setSent(sending.sent);
    else setProblem(sending.problem);
  };
  return { sent, setSent, problem, setProblem, isSending, send };
}

const notChecked = "We could not check your device in time. Please try again.";
const cannotCheck =
  "This browser cannot do the check that new devices need just now. Update it or use another one, or try again in an hour.";

/**
 * Returns undefined if the browser lacks Web Crypto or the solver times out. Loads the solver on demand, because few
 * devices need it.
 */
async function solve(challenge: string): Promise<string | undefined> {
  // Browsers provide Web Crypto only in secure contexts.
  if (!globalThis.crypto?.subtle) return undefined;
  return (await import("./solveDeviceChallenge")).solveDeviceChallenge(challenge);
}
