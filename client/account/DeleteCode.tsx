import { useEffect, useState, type FormEvent } from "react";
import { CodeField } from "../auth/CodeField";
import type { SentCode } from "../auth/storedLoginStep";
import { ResendCode } from "../auth/ResendCode";
import { useStepProblem } from "../auth/useStepProblem";
import { Button } from "../components/Button";
import { ButtonGroup } from "../components/ButtonGroup";
import styles from "../components/Section.module.css";
import { errorMessage } from "../lib/errorMessage";
import { useEraseAccountMutation } from "./operations.generated";

interface DeleteCodeProps {
  sent: SentCode;
  onResent: (sent: SentCode) => void;
  onKeep: () => void;
  onErased: () => void;
  /** Called when an application has become a blocker since the code was requested. */
  onRefused: (message: string) => void;
}

export function DeleteCode({ sent, onResent, onKeep, onErased, onRefused }: DeleteCodeProps) {
  const [otp, setOtp] = useState("");
  const { input, refuse, refuseOffline, clear, alert, fieldError } = useStepProblem();
  const [eraseAccount, { loading }] = useEraseAccountMutation();

  useEffect(() => input.current?.focus(), [input, sent]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (loading) return;
    const code = otp.replace(/\s/g, "");
    if (!code) return refuse("Please enter the code", { atField: true });
    if (refuseOffline()) return;
    clear();
    try {
      const { data } = await eraseAccount({ variables: { input: { otp: code, handle: sent.handle } } });
      if (data?.eraseAccount.erased) return onErased();
      const userError = data?.eraseAccount.userErrors[0];
      if (userError?.code === "INVALID_STATE") return onRefused(userError.message);
      refuse(userError?.message ?? "That code did not work. Please try again.", { atField: true });
    } catch (error) {
      refuse(errorMessage(error));
    }
  };

  return (
    <form noValidate className={styles["dialog"]} onSubmit={(event) => void submit(event)}>
      {alert}
      <p>
        Code sent to <strong className="numbers">{sent.phoneNumber}</strong>. Once you enter it, your account
        is deleted. This cannot be undone.
      </p>
      <CodeField id="delete-otp" error={fieldError} inputRef={input} otp={otp} onChange={setOtp} />
      <ResendCode
        sent={sent}
        onResent={(again) => {
          clear();
          onResent(again);
        }}
        onFailed={refuse}
      />
      <ButtonGroup>
        <Button variant="secondary" onClick={onKeep}>
          Keep my account
        </Button>
        <Button type="submit" variant="danger" busy={loading}>
          Delete my account
        </Button>
      </ButtonGroup>
    </form>
  );
}
