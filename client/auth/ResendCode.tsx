import { useEffect, useState } from "react";
import { Button } from "../components/Button";
import { errorMessage } from "../lib/errorMessage";
import { isOffline, offlineText } from "../lib/online";
import { sentNow, type SentCode } from "./storedLoginStep";
import { useRequestOtpMutation } from "./operations.generated";

interface ResendCodeProps {
  sent: SentCode;
  onResent: (sent: SentCode) => void;
  onFailed: (message: string) => void;
}

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1000));

/** The count at the moments at which it is spoken: at each second it would drown everything else. */
const spokenAt: Record<number, string> = {
  30: "Another code in 30 seconds",
  10: "Another code in 10 seconds",
  0: "You can ask for another code now",
};

/** Asks for another code, once the server allows it. */
export function ResendCode({ sent, onResent, onFailed }: ResendCodeProps) {
  const [left, setLeft] = useState(() => secondsUntil(sent.resendAt));
  const [spoken, setSpoken] = useState("");
  const [requestOtp, { loading }] = useRequestOtpMutation();

  useEffect(() => {
    const tick = () => setLeft(secondsUntil(sent.resendAt));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [sent]);

  useEffect(() => setSpoken((last) => spokenAt[left] ?? last), [left]);

  const resend = async () => {
    if (isOffline()) return onFailed(offlineText);
    try {
      const { data } = await requestOtp({
        variables: { input: { phoneNumber: sent.phoneNumber, userType: "Customer" } },
      });
      const response = data?.requestOtp;
      const userError = response?.userErrors[0];
      if (userError) return onFailed(userError.message);
      if (response?.sent) onResent(sentNow(sent.phoneNumber, response.resendInSeconds));
    } catch (error) {
      onFailed(errorMessage(error));
    }
  };

  return (
    <>
      <Button variant="quiet" wide busy={loading} disabled={left > 0} onClick={() => void resend()}>
        {left > 0 ? <span className="numbers">Resend code in {left} s</span> : "Resend code"}
      </Button>
      {/* In here, not at the foot of the page: what lies outside an open dialog is not read out. */}
      <p role="status" className="visually-hidden">
        {spoken}
      </p>
    </>
  );
}
