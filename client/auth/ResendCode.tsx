import { useEffect, useState } from "react";
import { Button } from "../components/Button";
import { waitLabel } from "../lib/errorMessage";
import { DeviceCheckStatus } from "./deviceCheck/DeviceCheckStatus";
import type { SentCode } from "./storedLoginStep";
import type { CodePurpose } from "../schemaTypes.generated";
import { useSendCode } from "./useSendCode";

interface ResendCodeProps {
  sent: SentCode;
  purpose?: CodePurpose;
  onResent: (sent: SentCode) => void;
  onFailed: (message: string) => void;
}

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1000));

/** A short wait is counted in seconds, a long one in minutes. */
const inWords = (seconds: number) => (seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`);

/** The count at the moments at which it is spoken: at each second it would drown everything else. */
const spokenAt: Record<number, string> = {
  30: "Another code in 30 seconds",
  10: "Another code in 10 seconds",
  0: "You can ask for another code now",
};

/** Asks for another code, once the server allows it. */
export function ResendCode({ sent, purpose, onResent, onFailed }: ResendCodeProps) {
  // Whoever else asks for codes to the number may put it off further.
  const [resendAt, setResendAt] = useState(sent.resendAt);
  const [left, setLeft] = useState(() => secondsUntil(resendAt));
  const [spoken, setSpoken] = useState("");
  const { sendCode, isSending, isChecking } = useSendCode(purpose);

  useEffect(() => setResendAt(sent.resendAt), [sent]);

  useEffect(() => {
    const tick = () => setLeft(secondsUntil(resendAt));
    tick();
    const wait = secondsUntil(resendAt);
    if (wait >= 100) setSpoken(`Another code in ${waitLabel(wait)}`);
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [resendAt]);

  useEffect(() => setSpoken((last) => spokenAt[left] ?? last), [left]);

  const resend = async () => {
    const sending = await sendCode(sent.phoneNumber, sent);
    if ("sent" in sending) return onResent(sending.sent);
    if (sending.retryAfter) setResendAt(Date.now() + sending.retryAfter * 1000);
    onFailed(sending.problem);
  };

  return (
    <>
      <Button variant="quiet" wide busy={isSending} disabled={left > 0} onClick={() => void resend()}>
        {left > 0 ? <span className="numbers">Resend code in {inWords(left)}</span> : "Resend code"}
      </Button>
      <DeviceCheckStatus isChecking={isChecking} />
      {/* In here, not at the foot of the page: what lies outside an open dialog is not read out. */}
      <p role="status" className="visually-hidden">
        {spoken}
      </p>
    </>
  );
}
