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

const notOfANumber = /[^\d+]/g;

/**
 * What was typed, as far as it can be of a number: digits behind a `+`. Only what is left is counted, so that a number
 * with gaps, with `00` for the `+` or with the 0 of a call within India is taken whole.
 */
const typed = (text: string) =>
  text
    .replace(notOfANumber, "")
    .replace(/(?!^)\+/g, "")
    .replace(/^00/, "+")
    .replace(/^\+910/, "+91")
    .slice(0, maxPhoneLength);

/** What the field holds after a paste: one tidy number where it is one. */
const pasted = (text: string) => normalisePhone(text) ?? typed(text);

/** The field for a mobile number, 13 characters at most. */
export function PhoneInput({ control, value, onChange, ref, isFirst }: PhoneInputProps) {
  /** A number that comes at once; the field itself would cut it at 13 characters before its gaps are taken out. */
  const putIn = ({ selectionStart, selectionEnd }: HTMLInputElement, text: string) =>
    onChange(pasted(value.slice(0, selectionStart ?? 0) + text + value.slice(selectionEnd ?? value.length)));
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
      onChange={(event) => onChange(typed(event.target.value))}
      onBeforeInput={(event) => {
        const { data } = event;
        if (!data) return;
        // Taken out afterwards, it would leave the cursor at the end.
        if (!data.replace(notOfANumber, "")) return event.preventDefault();
        if (data.length === 1) return;
        event.preventDefault();
        putIn(event.currentTarget, data);
      }}
      onPaste={(event) => {
        event.preventDefault();
        putIn(event.currentTarget, event.clipboardData.getData("text"));
      }}
    />
  );
}
