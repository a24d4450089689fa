import { useCallback, useState } from "react";
import { errorMessage, retryAfterOf } from "../lib/errorMessage";
import { isOffline, offlineText } from "../lib/online";
import { findDeviceToken } from "./deviceToken";
import { useRequestOtpMutation } from "./operations.generated";
import { sentNow, type SentCode } from "./storedLoginStep";

/** What came of asking for a code. */
type Sending =
  | { sent: SentCode }
  | {
      problem: string;
      /** The number is to blame. */
      isNumber: boolean;
      /** Seconds after which another try makes sense, where it was one too many. */
      retryAfter: number | undefined;
    };

/** Has a code sent to a number; the handle of the one that was on its way makes it void. */
export function useSendCode() {
  const [requestOtp] = useRequestOtpMutation();
  const [isSending, setSending] = useState(false);

  const sendCode = useCallback(
    async (phoneNumber: string, older?: SentCode): Promise<Sending> => {
      const fail = (
        problem: string,
        { isNumber = false, retryAfter = undefined as number | undefined } = {},
      ) => ({
        problem,
        isNumber,
        retryAfter,
      });
      if (isOffline()) return fail(offlineText);
      setSending(true);
      try {
        const input = {
          phoneNumber,
          userType: "Customer",
          handle: older?.handle,
          deviceToken: findDeviceToken(),
        };
        const response = (await requestOtp({ variables: { input } })).data?.requestOtp;
        const userError = response?.userErrors[0];
        if (!response?.sent)
          return fail(userError?.message ?? "We could not send the code. Please try again.", {
            isNumber: userError?.field === "phoneNumber",
          });
        return { sent: sentNow(phoneNumber, response) };
      } catch (error) {
        return fail(errorMessage(error), { retryAfter: retryAfterOf(error) });
      } finally {
        setSending(false);
      }
    },
    [requestOtp],
  );
  return { sendCode, isSending };
}
