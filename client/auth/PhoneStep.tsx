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

/** Step one of the login: the mobile number. */
export function PhoneStep({ phone: given, onSent }: { phone: string; onSent: (sent: SentCode) => void }) {
  const [phone, setPhone] = useState(given);
  const { input, refuse, clear, alert, fieldError } = useStepProblem();
  const { sendCode, isSending, isChecking } = useSendCode();

  // "Change mobile number" is gone with the second step.
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
