import { useState } from "react";
import { Dialog } from "../components/Dialog";
import { OtpStep } from "./OtpStep";
import { PhoneStep, type SentCode } from "./PhoneStep";

/** Login and signup: the mobile number, then the code that was sent to it. */
export function LoginDialog(props: { open: boolean; onClose: () => void; onLoggedIn: () => void }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Login or Signup">
      <LoginSteps onLoggedIn={props.onLoggedIn} />
    </Dialog>
  );
}

/** Kept apart, so that a dialog that is opened again starts at the first step. */
function LoginSteps({ onLoggedIn }: { onLoggedIn: () => void }) {
  const [phone, setPhone] = useState("");
  const [sent, setSent] = useState<SentCode>();
  return sent ? (
    <OtpStep
      sent={sent}
      onResent={setSent}
      onChangeNumber={() => setSent(undefined)}
      onLoggedIn={onLoggedIn}
    />
  ) : (
    <PhoneStep
      phone={phone}
      onSent={(code) => {
        setPhone(code.phoneNumber);
        setSent(code);
      }}
    />
  );
}
