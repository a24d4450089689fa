import { useEffect, useState } from "react";
import { Button } from "../components/Button";
import { useAnnounce } from "../components/ToastProvider";
import { errorMessage } from "../lib/errorMessage";
import type { SentCode } from "./PhoneStep";
import { useRequestOtpMutation } from "./requestOtp.generated";

interface ResendCodeProps {
  sent: SentCode;
  onResent: (sent: SentCode) => void;
  onFailed: (message: string) => void;
}

/** Asks for another code, once the server allows it. The count is spoken at 30, 10 and 0 seconds only. */
export function ResendCode({ sent, onResent, onFailed }: ResendCodeProps) {
  const [left, setLeft] = useState(sent.resendInSeconds);
  const announce = useAnnounce();
  const [requestOtp, { loading }] = useRequestOtpMutation();

  useEffect(() => {
    const end = Date.now() + sent.resendInSeconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [sent]);

  useEffect(() => {
    if (left === 0) announce("You can ask for another code now");
    else if (left === 30 || left === 10) announce(`Another code in ${left} seconds`);
  }, [left, announce]);

  const resend = async () => {
    try {
      const { data } = await requestOtp({
        variables: { input: { phoneNumber: sent.phoneNumber, userType: "Customer" } },
      });
      const answer = data?.requestOtp;
      const userError = answer?.userErrors[0];
      if (userError) return onFailed(userError.message);
      if (answer?.sent) onResent({ ...sent, resendInSeconds: answer.resendInSeconds ?? 30 });
    } catch (error) {
      onFailed(errorMessage(error));
    }
  };

  return (
    <Button variant="quiet" wide busy={loading} disabled={left > 0} onClick={() => void resend()}>
      {left > 0 ? <span className="numbers">Resend code in {left} s</span> : "Resend code"}
    </Button>
  );
}
