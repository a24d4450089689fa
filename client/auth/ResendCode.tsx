import { useEffect, useState } from "react";
import { Button } from "../components/Button";
import { waitText } from "../lib/errorMessage";
import styles from "./Login.module.css";
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

const inWords = (seconds: number) => (seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`);

/** Remaining seconds that are announced; announcing every second would drown out everything else. */
const spokenAt: Record<number, string> = {
  30: "Another code in 30 seconds",
  10: "Another code in 10 seconds",
  0: "You can ask for another code now",
};

export function ResendCode({ sent, purpose, onResent, onFailed }: ResendCodeProps) {
  // Can change, because other requests for this number may extend the wait.
  const [resendAt, setResendAt] = useState(sent.resendAt);
  const [left, setLeft] = useState(() => secondsUntil(resendAt));
  const [spoken, setSpoken] = useState("");
  const { sendCode, isSending, isChecking } = useSendCode(purpose);

  useEffect(() => setResendAt(sent.resendAt), [sent]);

  useEffect(() => {
    const tick = () => setLeft(secondsUntil(resendAt));
    tick();
    const wait = secondsUntil(resendAt);
    if (wait >= 100) setSpoken(`Another code in ${waitText(wait)}`);
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
      {/* Inside the dialog, because screen readers ignore content outside an open dialog. */}
      <p role="status" className="visually-hidden">
        {spoken}
      </p>
    </>
  );
}

/** Explains why sending a code takes longer. Rendered without text first, so that the text is announced. */
export function DeviceCheckStatus({ isChecking }: { isChecking: boolean }) {
  return (
    <p role="status" className={styles["deviceCheck"]}>
      {isChecking && "Checking your device…"}
    </p>
  );
}
