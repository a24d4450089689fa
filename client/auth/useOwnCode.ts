import { useState } from "react";
import type { SentCode } from "./storedLoginStep";
import { useSendCode } from "./useSendCode";

/** A code that is sent to the person's own number, or why it was not sent. */
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
