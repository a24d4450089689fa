import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ButtonVariant } from "../components/Button";
import { FormButtons } from "../components/form/FormButtons";
import { Form } from "../components/form/inputs";
import { errorMessage, hasNoResponse } from "../lib/errorMessage";
import { CodeField } from "./CodeField";
import { ResendCode } from "./ResendCode";
import type { SentCode } from "./storedLoginStep";
import { useStepProblem } from "./useStepProblem";

/** Shown if the same code is sent again after a lost response, because each code works only once. */
const codeMayBeUsed = "Your last try may have used up this code. Ask for a new one";

interface CodeFormProps {
  id: string;
  className?: string;
  fieldClass?: string;
  sent: SentCode;
  onResent: (sent: SentCode) => void;
  isBusy: boolean;
  /** Sends the code. Returns why it was refused, or undefined if it was accepted. */
  onCode: (code: string) => Promise<string | undefined>;
  missing?: string;
  /** True if the code is for logging in. The form then reads it from the SMS. */
  isLogin?: boolean;
  intro: ReactNode;
  /** Renders the buttons; `resend` is the one that requests a new code. */
  children: (resend: ReactNode) => ReactNode;
}

export function CodeForm(props: CodeFormProps) {
  const { id, sent, isBusy, missing = "Please enter the code", isLogin = false } = props;
  const [otp, setOtp] = useState("");
  const { input, refuse, refuseOffline, clear, alert, fieldError } = useStepProblem();
  /** The last entered code to which the server did not respond. */
  const lostCode = useRef<string>(undefined);
  useWebOtp(isLogin, setOtp);
  useEffect(() => input.current?.focus(), [input, sent]);

  const submit = async () => {
    if (isBusy) return;
    const code = otp.replace(/\s/g, "");
    if (!code) return refuse(missing, { atField: true });
    if (refuseOffline()) return;
    clear();
    try {
      const refusal = await props.onCode(code);
      if (refusal) refuse(code === lostCode.current ? codeMayBeUsed : refusal, { atField: true });
    } catch (error) {
      if (hasNoResponse(error)) lostCode.current = code;
      refuse(errorMessage(error));
    }
  };
  const onResent = (again: SentCode) => {
    clear();
    props.onResent(again);
  };

  return (
    <Form className={props.className} onSubmit={submit}>
      {alert}
      {props.intro}
      <CodeField
        id={id}
        className={props.fieldClass}
        error={fieldError}
        inputRef={input}
        isFirst={isLogin}
        otp={otp}
        onChange={setOtp}
      />
      {props.children(<ResendCode sent={sent} onResent={onResent} onFailed={refuse} />)}
    </Form>
  );
}

interface OwnCodeFormProps extends Omit<CodeFormProps, "intro" | "children"> {
  intro?: ReactNode;
  submit: string;
  variant?: ButtonVariant;
  leave: string;
  onLeave: () => void;
}

/** Confirms an action of a logged-in user with a code sent to their own number. */
export function OwnCodeForm({ intro, submit, variant, leave, onLeave, ...form }: OwnCodeFormProps) {
  return (
    <CodeForm
      {...form}
      intro={
        intro ?? (
          <p>
            To make sure that it is you, we sent a code to{" "}
            <strong className="numbers">{form.sent.phoneNumber}</strong>.
          </p>
        )
      }
    >
      {(resend) => (
        <>
          {resend}
          <FormButtons {...{ submit, variant }} cancel={leave} onCancel={onLeave} busy={form.isBusy} />
        </>
      )}
    </CodeForm>
  );
}

interface OtpRequest extends CredentialRequestOptions {
  otp: { transport: "sms"[] };
}

/** Reads the code from the SMS if the browser supports WebOTP and the user agrees. */
function useWebOtp(isWanted: boolean, onCode: (code: string) => void): void {
  useEffect(() => {
    if (!isWanted || !("OTPCredential" in window)) return;
    const aborter = new AbortController();
    const request: OtpRequest = { otp: { transport: ["sms"] }, signal: aborter.signal };
    navigator.credentials.get(request).then(
      (credential) => {
        const code = (credential as { code?: unknown } | null)?.code;
        if (typeof code === "string") onCode(code);
      },
      () => undefined, // If WebOTP was declined or is unavailable, the user types the code.
    );
    return () => aborter.abort();
  }, [isWanted, onCode]);
}
