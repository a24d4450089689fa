import { useEffect, useState } from "react";
import { Dialog } from "../components/dialog/Dialog";
import { dropLoginStep, findLoginStep, storeLoginStep, type SentCode } from "./storedLoginStep";
import styles from "./Login.module.css";
import { OtpStep } from "./OtpStep";
import { PhoneStep } from "./PhoneStep";

export interface LoginDialogProps {
  open: boolean;
  /** Why one has to log in, where nobody has asked for it. */
  reason?: string;
  onClose: () => void;
  onLoggedIn: () => void;
}

/** Login and signup: the mobile number, then the code that was sent to it. */
export default function LoginDialog(props: LoginDialogProps) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Login or Signup">
      {props.reason && <p className={styles["reason"]}>{props.reason}</p>}
      <LoginSteps onLoggedIn={props.onLoggedIn} />
    </Dialog>
  );
}

/** Kept apart, so that a dialog that is opened again starts where a code is on its way, or else at the number. */
function LoginSteps({ onLoggedIn }: { onLoggedIn: () => void }) {
  const [sent, setSent] = useState<SentCode | undefined>(() => findLoginStep());
  /** The code sent last; it still counts after "Change". */
  const [last, setLast] = useState(sent);

  useEffect(() => {
    if (sent) storeLoginStep({ ...sent, isOpen: true });
  }, [sent]);

  const remember = (code: SentCode) => {
    setLast(code);
    setSent(code);
  };
  const forget = () => {
    dropLoginStep();
    setSent(undefined);
  };

  return (
    <>
      {/* There before the second step comes, so that it is read out. */}
      <p role="status" className="visually-hidden">
        {sent && <span key={sent.sentAt}>Code sent to {sent.phoneNumber}</span>}
      </p>
      {sent ? (
        <OtpStep
          sent={sent}
          onResent={remember}
          onChangeNumber={forget}
          onLoggedIn={() => {
            dropLoginStep();
            onLoggedIn();
          }}
        />
      ) : (
        <PhoneStep last={last} onSent={remember} />
      )}
    </>
  );
}
