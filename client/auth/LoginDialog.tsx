import { useEffect, useState } from "react";
import { Dialog } from "../components/dialog/Dialog";
import { dropLoginStep, findLoginStep, storeLoginStep, type SentCode } from "./storedLoginStep";
import styles from "./Login.module.css";
import { OtpStep } from "./OtpStep";
import { PhoneStep } from "./PhoneStep";

export interface LoginDialogProps {
  open: boolean;
  /** Why a login is required, if the user did not request it. */
  reason?: string;
  onClose: () => void;
  onLoggedIn: () => void;
}

/** Login and signup: the mobile number, then the code sent to it. */
export default function LoginDialog(props: LoginDialogProps) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Login or Signup">
      {props.reason && <p className={styles["reason"]}>{props.reason}</p>}
      <LoginSteps onLoggedIn={props.onLoggedIn} />
    </Dialog>
  );
}

/** Mounted each time the dialog opens, so it starts at a code that is still valid, or else at the number. */
function LoginSteps({ onLoggedIn }: { onLoggedIn: () => void }) {
  const [sent, setSent] = useState<SentCode | undefined>(() => findLoginStep());
  /** The last code sent; it remains valid after "Change". */
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
      {/* Present before the second step, so that screen readers announce its text. */}
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
