import type { Ref } from "react";
import { maxPhoneLength, normalisePhone } from "../../server/modules/user/phone.rules";
import type { FieldControlProps } from "../components/form/Field";
import { TextInput } from "../components/form/inputs";

interface PhoneInputProps {
  control: FieldControlProps;
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
  /** Takes the first focus of the dialog that it is in. */
  isFirst?: boolean;
}

/** What a paste turns into: one tidy number where it is one, else the text without its gaps. */
const cleaned = (text: string) =>
  normalisePhone(text) ?? text.replace(/[^\d+]/g, "").slice(0, maxPhoneLength);

/** The field for a mobile number, 13 characters at most. */
export function PhoneInput({ control, value, onChange, ref, isFirst }: PhoneInputProps) {
  return (
    <TextInput
      {...control}
      ref={ref}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      data-autofocus={isFirst || undefined}
      required
      maxLength={maxPhoneLength}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onPaste={(event) => {
        // The field would cut a number with spaces at 13 characters before it could be tidied.
        event.preventDefault();
        onChange(cleaned(event.clipboardData.getData("text")));
      }}
    />
  );
}
