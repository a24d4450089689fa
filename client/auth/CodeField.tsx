import type { ComponentProps, Ref } from "react";
import { codeDigits, fixedCode } from "../../server/modules/auth/loginCode.rules";
import { basePath } from "../lib/basePath";
import { TextField, TextInput } from "../components/form/inputs";

/**
 * In the test world, the fixed code is valid for any number of a logged-in user, but at login only for test numbers.
 */
const testCodeHint = (isLogin: boolean | undefined) =>
  `No SMS is sent in the test world. The code is ${fixedCode}${isLogin ? " for numbers that begin with +91 99999" : ""}.`;

interface CodeFieldProps extends Pick<ComponentProps<typeof TextInput>, "className"> {
  id: string;
  label?: string;
  error: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
  isFirst?: boolean;
  otp: string;
  onChange: (otp: string) => void;
}

/** The field for an SMS code, which is typed, pasted or filled in by the phone. */
export function CodeField(props: CodeFieldProps) {
  const { id, label = "OTP", error, inputRef, isFirst, otp, onChange, className } = props;
  return (
    <TextField
      id={id}
      label={label}
      hint={basePath ? testCodeHint(isFirst) : `Enter the ${codeDigits}-digit code from the SMS`}
      error={error}
      ref={inputRef}
      inputClass={className}
      inputMode="numeric"
      autoComplete="one-time-code"
      data-autofocus={isFirst || undefined}
      required
      maxLength={12}
      value={otp}
      onText={onChange}
    />
  );
}
