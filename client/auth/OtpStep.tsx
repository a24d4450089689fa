import { type FormEvent, useEffect, useState } from "react";
import { Button } from "../components/Button";
import { errorMessage } from "../lib/errorMessage";
import { CodeField } from "./CodeField";
import { findDeviceToken, keepDeviceToken } from "./deviceToken";
import type { SentCode } from "./storedLoginStep";
import styles from "./Login.module.css";
import { useVerifyOtpMutation } from "./operations.generated";
import { ResendCode } from "./ResendCode";
import { startSession } from "./sessionChange";
import { mandatoryMissing, useStepProblem } from "./useStepProblem";

interface OtpStepProps {
  sent: SentCode;
  onResent: (sent: SentCode) => void;
  onChangeNumber: () => void;
  onLoggedIn: () => void;
}

/** Second step of the login: the code. */
export function OtpStep({ sent, onResent, onChangeNumber, onLoggedIn }: OtpStepProps) {
  const [otp, setOtp] = useState("");
  const { input, refuse, refuseOffline, clear, alert, fieldError } = useStepProblem();
  const [verifyOtp, { loading }] = useVerifyOtpMutation();
  useWebOtp(setOtp);

  useEffect(() => input.current?.focus(), [input, sent]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (loading) return;
    const code = otp.replace(/\s/g, "");
    if (!code) return refuse(mandatoryMissing, { atField: true });
    if (refuseOffline()) return;
    clear();
    try {
      const { data } = await verifyOtp({
        variables: {
          input: {
            phoneNumber: sent.phoneNumber,
            otp: code,
            handle: sent.handle,
            deviceToken: findDeviceToken(),
            userType: "Customer",
          },
        },
      });
      const session = data?.verifyOtp.session;
      const userError = data?.verifyOtp.userErrors[0];
      if (!session)
        return refuse(userError?.message ?? "That code did not work. Please try again.", { atField: true });
      const { deviceToken, user } = session;
      keepDeviceToken(deviceToken);
      startSession({
        userId: user.userId,
        email: user.email ?? "",
        mobile: user.phoneNumber,
        userToken: session.token,
      });
      onLoggedIn();
    } catch (error) {
      refuse(errorMessage(error));
    }
  };

  return (
    <form noValidate className={styles["form"]} onSubmit={(event) => void submit(event)}>
      {alert}
      <div className={styles["sentTo"]}>
        <p>
          Code sent to <strong className="numbers">{sent.phoneNumber}</strong>
        </p>
        <button type="button" className={styles["textButton"]} onClick={onChangeNumber}>
          Change<span className="visually-hidden"> mobile number</span>
        </button>
      </div>
      <CodeField
        id="login-otp"
        className={styles["otp"]}
        error={fieldError}
        inputRef={input}
        isFirst
        otp={otp}
        onChange={setOtp}
      />
      <Button type="submit" busy={loading} wide>
        Verify
      </Button>
      <ResendCode
        sent={sent}
        onResent={(again) => {
          clear();
          onResent(again);
        }}
        onFailed={refuse}
      />
    </form>
  );
}

interface OtpRequest extends CredentialRequestOptions {
  otp: { transport: "sms"[] };
}

/** Reads the code from the SMS if the browser supports WebOTP and the user agrees. */
function useWebOtp(onCode: (code: string) => void): void {
  useEffect(() => {
    if (!("OTPCredential" in window)) return;
    const aborter = new AbortController();
    const request: OtpRequest = { otp: { transport: ["sms"] }, signal: aborter.signal };
    navigator.credentials.get(request).then(
      (credential) => {
        const code = (credential as { code?: unknown } | null)?.code;
        if (typeof code === "string") onCode(code);
      },
      () => undefined, // Declined or unavailable: the user types the code.
    );
    return () => aborter.abort();
  }, [onCode]);
}
