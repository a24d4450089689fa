import { useRef, useState, type FormEvent } from "react";
import { maxPhoneLength, normalisePhone } from "../../server/modules/auth/phone.rules";
import { Button } from "../components/Button";
import { Field } from "../components/Field";
import { InlineAlert } from "../components/InlineAlert";
import { TextInput } from "../components/TextInput";
import { errorMessage } from "../lib/errorMessage";
import styles from "./Login.module.css";
import { mandatoryMissing } from "./loginTexts";
import { useRequestOtpMutation } from "./requestOtp.generated";

/** A code that is on its way. */
export interface SentCode {
  phoneNumber: string;
  resendInSeconds: number;
}

/** What a paste turns into: one tidy number where it is one, else the text without its gaps. */
const cleaned = (text: string) =>
  normalisePhone(text) ?? text.replace(/[^\d+]/g, "").slice(0, maxPhoneLength);

/** Step one of the login: the mobile number. */
export function PhoneStep({ phone: given, onSent }: { phone: string; onSent: (sent: SentCode) => void }) {
  const [phone, setPhone] = useState(given);
  const [fault, setFault] = useState<{ text: string; atField: boolean }>();
  const input = useRef<HTMLInputElement>(null);
  const [requestOtp, { loading }] = useRequestOtpMutation();

  const refuse = (text: string, atField: boolean) => {
    setFault({ text, atField });
    if (atField) input.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (loading) return;
    const typed = phone.trim();
    if (!typed) return refuse(mandatoryMissing, true);
    const phoneNumber = normalisePhone(typed);
    if (!phoneNumber) return refuse("Enter a mobile number, like 98765 43210", true);
    setPhone(phoneNumber);
    setFault(undefined);
    try {
      const { data } = await requestOtp({ variables: { input: { phoneNumber, userType: "Customer" } } });
      const answer = data?.requestOtp;
      const userError = answer?.userErrors[0];
      if (userError) return refuse(userError.message, userError.field === "phoneNumber");
      if (answer?.sent) onSent({ phoneNumber, resendInSeconds: answer.resendInSeconds ?? 30 });
    } catch (error) {
      refuse(errorMessage(error), false);
    }
  };

  return (
    <form noValidate className={styles["form"]} onSubmit={(event) => void submit(event)}>
      {fault && <InlineAlert>{fault.text}</InlineAlert>}
      <Field
        id="login-phone"
        label="Mobile number"
        hint="We send a code by SMS. No password needed."
        error={fault?.atField ? fault.text : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            data-autofocus
            required
            maxLength={maxPhoneLength}
            value={phone}
            onChange={(event) => setPhone(event.target.value)}
            onPaste={(event) => {
              // The field would cut a number with spaces at 13 characters before it could be tidied.
              event.preventDefault();
              setPhone(cleaned(event.clipboardData.getData("text")));
            }}
          />
        )}
      </Field>
      <Button type="submit" busy={loading} wide>
        Send code
      </Button>
    </form>
  );
}
