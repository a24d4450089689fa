import { type FormEvent, useState } from "react";
import { normalisePhone } from "../../server/modules/user/phone.rules";
import { Button } from "../components/Button";
import { Field } from "../components/form/Field";
import { errorMessage } from "../lib/errorMessage";
import { type SentCode, sentNow } from "./storedLoginStep";
import styles from "./Login.module.css";
import { useRequestOtpMutation } from "./operations.generated";
import { PhoneInput } from "./PhoneInput";
import { mandatoryMissing, useStepProblem } from "./useStepProblem";

/** Step one of the login: the mobile number. */
export function PhoneStep({ phone: given, onSent }: { phone: string; onSent: (sent: SentCode) => void }) {
  const [phone, setPhone] = useState(given);
  const { input, refuse, refuseOffline, clear, alert, fieldError } = useStepProblem();
  const [requestOtp, { loading }] = useRequestOtpMutation();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (loading) return;
    const typed = phone.trim();
    if (!typed) return refuse(mandatoryMissing, { atField: true });
    const phoneNumber = normalisePhone(typed);
    if (!phoneNumber) return refuse("Enter a mobile number, like 98765 43210", { atField: true });
    setPhone(phoneNumber);
    if (refuseOffline()) return;
    clear();
    try {
      const { data } = await requestOtp({ variables: { input: { phoneNumber, userType: "Customer" } } });
      const response = data?.requestOtp;
      const userError = response?.userErrors[0];
      if (userError) return refuse(userError.message, { atField: userError.field === "phoneNumber" });
      if (response?.sent) onSent(sentNow(phoneNumber, response.resendInSeconds));
    } catch (error) {
      refuse(errorMessage(error));
    }
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
      <Button type="submit" busy={loading} wide>
        Send code
      </Button>
    </form>
  );
}
