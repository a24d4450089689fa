import { useEffect, useState } from "react";
import { Dialog } from "../components/dialog/Dialog";
import {
  dropLoginStep,
  findDeviceToken,
  findLoginStep,
  keepDeviceToken,
  type SentCode,
  storeLoginStep,
} from "./storedLoginStep";
import styles from "./Login.module.css";
import { normalisePhone } from "../../server/modules/user/phone.rules";
import { payloadOf } from "../lib/errorMessage";
import { Button } from "../components/Button";
import { Field, Form } from "../components/form/inputs";
import { DeviceCheckStatus } from "./ResendCode";
import { PhoneInput } from "./PhoneInput";
import { useSendCode } from "./useSendCode";
import { codeRefused, mandatoryMissing, useStepProblem } from "./useStepProblem";
import { CodeForm } from "./CodeForm";
import { useVerifyOtpMutation } from "./operations.generated";
import { startSession } from "./sessionChange";

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

/** Mounted whenever the dialog opens. Starts at the code if a valid one was sent, otherwise at the number. */
function LoginSteps({ onLoggedIn }: { onLoggedIn: () => void }) {
  const [sent, setSent] = useState<SentCode | undefined>(() => findLoginStep());
  /** The last code sent; it remains valid while the user changes the number. */
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
      {/* Rendered before it has text, so that screen readers announce the text. */}
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

interface PhoneStepProps {
  /** The last code sent; undefined if none was sent. */
  last: SentCode | undefined;
  onSent: (sent: SentCode) => void;
}

function PhoneStep({ last, onSent }: PhoneStepProps) {
  const [phone, setPhone] = useState(last?.phoneNumber ?? "");
  const { input, refuse, clear, alert, fieldError } = useStepProblem();
  const { sendCode, isSending, isChecking } = useSendCode();

  // Takes the focus, because the "Change mobile number" button that had it no longer exists.
  useEffect(() => input.current?.focus(), [input]);

  const submit = async () => {
    if (isSending) return;
    const typed = phone.trim();
    if (!typed) return refuse(mandatoryMissing, { atField: true });
    const phoneNumber = normalisePhone(typed);
    if (!phoneNumber) return refuse("Enter a mobile number, like 98765 43210", { atField: true });
    setPhone(phoneNumber);
    clear();
    // Returns to the code step without sending, because a code was sent recently. "Resend code" shows when another one
    // can be requested.
    if (last?.phoneNumber === phoneNumber && Date.now() < last.resendAt) return onSent(last);
    const sending = await sendCode(phoneNumber);
    if ("sent" in sending) onSent(sending.sent);
    else refuse(sending.problem, { atField: sending.isNumber ?? false });
  };

  return (
    <Form className="stack-3" onSubmit={submit}>
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
    </Form>
  );
}

interface OtpStepProps {
  sent: SentCode;
  onResent: (sent: SentCode) => void;
  onChangeNumber: () => void;
  onLoggedIn: () => void;
}

function OtpStep({ sent, onResent, onChangeNumber, onLoggedIn }: OtpStepProps) {
  const [verifyOtp, { loading }] = useVerifyOtpMutation();
  const logIn = async (otp: string) => {
    const { phoneNumber, handle } = sent;
    const input = { phoneNumber, otp, handle, deviceToken: findDeviceToken(), userType: "Customer" };
    const { session, userErrors } = payloadOf(await verifyOtp({ variables: { input } }));
    if (!session) return userErrors[0]?.message ?? codeRefused;
    const { deviceToken, user, token } = session;
    keepDeviceToken(deviceToken);
    startSession({
      userId: user.userId,
      email: user.email ?? "",
      mobile: user.phoneNumber,
      userToken: token,
    });
    onLoggedIn();
    return undefined;
  };

  return (
    <CodeForm
      id="login-otp"
      className="stack-3"
      fieldClass={styles["otp"]}
      sent={sent}
      onResent={onResent}
      isBusy={loading}
      onCode={logIn}
      missing={mandatoryMissing}
      isLogin
      intro={
        <div className="cluster spread gap-x-3">
          <p>
            Code sent to <strong className="numbers">{sent.phoneNumber}</strong>
          </p>
          <Button variant="quiet" onClick={onChangeNumber}>
            Change<span className="visually-hidden"> mobile number</span>
          </Button>
        </div>
      }
    >
      {(resend) => (
        <>
          <Button type="submit" busy={loading} wide>
            Verify
          </Button>
          {resend}
        </>
      )}
    </CodeForm>
  );
}
