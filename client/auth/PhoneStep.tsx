import { type FormEvent, useEffect, useState } from "react";
import { normalisePhone } from "../../server/modules/user/phone.rules";
import { Button } from "../components/Button";
import { Field } from "../components/form/Field";
import type { SentCode } from "./storedLoginStep";
import styles from "./Login.module.css";
import { DeviceCheckStatus } from "./deviceCheck/DeviceCheckStatus";
import { PhoneInput } from "./PhoneInput";
import { useSendCode } from "./useSendCode";
import { mandatoryMissing, useStepProblem } from "./useStepProblem";

interface PhoneStepProps {
  /** The last code sent, if its number is being changed. */
  last: SentCode | undefined;
  onSent: (sent: SentCode) => void;
}

/** First step of the login: the mobile number. */
export function PhoneStep({ last, onSent }: PhoneStepProps) {
  const [phone, setPhone] = useState(last?.phoneNumber ?? "");
  const { input, refuse, clear, alert, fieldError } = useStepProblem();
  const { sendCode, isSending, isChecking } = useSendCode();

  // The "Change mobile number" button, which had the focus, no longer exists.
  useEffect(() => input.current?.focus(), [input]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const typed = phone.trim();
    if (!typed) return refuse(mandatoryMissing, { atField: true });
    const phoneNumber = normalisePhone(typed);
    if (!phoneNumber) return refuse("Enter a mobile number, like 98765 43210", { atField: true });
    setPhone(phoneNumber);
    clear();
    // The code for this number is already on its way; "Resend code" shows when another can be sent.
    if (last?.phoneNumber === phoneNumber && Date.now() < last.resendAt) return onSent(last);
    const sending = await sendCode(phoneNumber);
    if ("sent" in sending) onSent(sending.sent);
    else refuse(sending.problem, { atField: sending.isNumber });
  };

  return (
    <form noValidate className={styles["form"]} onSubmit={(event) => void submit(event)}>
      {alert}
      <Field
        id="login-phone"
        label="Mobile number"
        hint="We send a code by SMS. No password needed."
        error={fieldError}
      >
        {(control) => <PhoneInput control={control} ref={input} isFirst value={phone} onChange={setPhone} />}
      </Field>
      <Button type="submit" busy={isSending} wide>
        Send code
      </Button>
      <DeviceCheckStatus isChecking={isChecking} />
    </form>
  );
}
