import { CodeField } from "../../auth/CodeField";
import type { SentCode } from "../../auth/storedLoginStep";
import { ResendCode } from "../../auth/ResendCode";
import { Button } from "../../components/Button";
import styles from "./Page.module.css";

interface NumberCodeProps {
  sent: SentCode;
  presentNumber: string;
  otp: string;
  error: string | undefined;
  onChange: (otp: string) => void;
  onResent: (sent: SentCode) => void;
  onFailed: (message: string) => void;
  onKeepNumber: () => void;
}

/** The code that proves a new number; with ways to another code, and back to the number there was. */
export function NumberCode(props: NumberCodeProps) {
  const { sent, presentNumber, otp, error, onChange } = props;
  return (
    <div className={styles["proof"]}>
      <p>
        Code sent to <strong className="numbers">{sent.phoneNumber}</strong>. Enter it and save.
      </p>
      <CodeField id="profile-otp" error={error} otp={otp} onChange={onChange} />
      <ResendCode sent={sent} onResent={props.onResent} onFailed={props.onFailed} />
      <Button variant="quiet" wide onClick={props.onKeepNumber}>
        Keep {presentNumber}
      </Button>
    </div>
  );
}
