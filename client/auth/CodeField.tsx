import type { ComponentProps, Ref } from "react";
import { Field } from "../components/form/Field";
import { TextInput } from "../components/form/inputs";

interface CodeFieldProps extends Pick<ComponentProps<typeof TextInput>, "className"> {
  id: string;
  /** Set if the page has several code fields. */
  label?: string;
  error: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
  /** Whether the surrounding dialog focuses this field first. */
  isFirst?: boolean;
  otp: string;
  onChange: (otp: string) => void;
}

/** The field for an SMS code, which is typed, pasted or filled in by the phone. */
export function CodeField({
  id,
  label = "OTP",
  error,
  inputRef,
  isFirst,
  otp,
  onChange,
  className,
}: CodeFieldProps) {
  return (
    <Field id={id} label={label} hint="Enter the 6-digit code from the SMS" error={error}>
      {(control) => (
        <TextInput
          {...control}
          ref={inputRef}
          className={className}
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus={isFirst || undefined}
          required
          maxLength={12}
          value={otp}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
