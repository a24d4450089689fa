import { useEffect, useRef, useState, type FormEvent } from "react";
import { Button } from "../components/Button";
import { Field } from "../components/Field";
import { InlineAlert } from "../components/InlineAlert";
import { TextInput } from "../components/TextInput";
import { useAnnounce } from "../components/ToastProvider";
import { errorMessage } from "../lib/errorMessage";
import styles from "./Login.module.css";
import { mandatoryMissing } from "./loginTexts";
import type { SentCode } from "./PhoneStep";
import { ResendCode } from "./ResendCode";
import { startSession } from "./session";
import { useVerifyOtpMutation } from "./verifyOtp.generated";
import { useWebOtp } from "./useWebOtp";

interface OtpStepProps {
  sent: SentCode;
  onResent: (sent: SentCode) => void;
  onChangeNumber: () => void;
  onLoggedIn: () => void;
}

/** Step two of the login: the code. */
export function OtpStep({ sent, onResent, onChangeNumber, onLoggedIn }: OtpStepProps) {
  const [otp, setOtp] = useState("");
  const [fault, setFault] = useState<{ text: string; atField: boolean }>();
  const input = useRef<HTMLInputElement>(null);
  const announce = useAnnounce();
  const [verifyOtp, { loading }] = useVerifyOtpMutation();
  useWebOtp(setOtp);

  useEffect(() => {
    input.current?.focus();
    announce(`Code sent to ${sent.phoneNumber}`);
  }, [announce, sent]);

  const refuse = (text: string, atField: boolean) => {
    setFault({ text, atField });
    if (atField) input.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (loading) return;
    const code = otp.replace(/\s/g, "");
    if (!code) return refuse(mandatoryMissing, true);
    setFault(undefined);
    try {
      const { data } = await verifyOtp({
        variables: { input: { phoneNumber: sent.phoneNumber, otp: code, userType: "Customer" } },
      });
      const session = data?.verifyOtp.session;
      const userError = data?.verifyOtp.userErrors[0];
      if (!session) return refuse(userError?.message ?? "That code did not work. Please try again.", true);
      const { user } = session;
      startSession({
        userId: user.userId,
        email: user.email ?? "",
        mobile: user.phoneNumber,
        userToken: session.token,
      });
      onLoggedIn();
    } catch (error) {
      refuse(errorMessage(error), false);
    }
  };

  return (
    <form noValidate className={styles["form"]} onSubmit={(event) => void submit(event)}>
      {fault && <InlineAlert>{fault.text}</InlineAlert>}
      <p className={styles["sentTo"]}>
        <span>
          Code sent to <strong className="numbers">{sent.phoneNumber}</strong>
        </span>
        <button type="button" className={styles["textButton"]} onClick={onChangeNumber}>
          Change<span className="visually-hidden"> mobile number</span>
        </button>
      </p>
      <Field
        id="login-otp"
        label="OTP"
        hint="The six digits of the SMS"
        error={fault?.atField ? fault.text : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            className={styles["otp"]}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={12}
            value={otp}
            onChange={(event) => setOtp(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={loading} wide>
        Verify
      </Button>
      <ResendCode sent={sent} onResent={onResent} onFailed={(text) => refuse(text, false)} />
    </form>
  );
}
