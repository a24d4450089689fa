import type { Ref } from "react";
import { maxPhoneLength, normalisePhone } from "../../server/modules/user/phone.rules";
import { toAsciiDigits } from "../lib/format";
import { type FieldControlProps, TextInput } from "../components/form/inputs";

interface PhoneInputProps {
  control: FieldControlProps;
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
  isFirst?: boolean;
}

const notOfANumber = /[^\d+]/g;

/** Reduces typed text to digits after a `+`, without spaces, `00` or India's trunk 0. */
const typed = (text: string) =>
  toAsciiDigits(text)
    .replace(notOfANumber, "")
    .replace(/(?!^)\+/g, "")
    .replace(/^00/, "+")
    .replace(/^\+910/, "+91")
    .slice(0, maxPhoneLength);

/** Returns the normalised number if the pasted text is one, otherwise the text as if it had been typed. */
const pasted = (text: string) => normalisePhone(toAsciiDigits(text)) ?? typed(text);

export function PhoneInput({ control, value, onChange, ref, isFirst }: PhoneInputProps) {
  /**
   * Inserts text in place of the browser, which would cut a pasted number to 13 characters before spaces are removed.
   */
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
        // Rejects invalid characters before they are inserted, because removing them later would move the cursor.
        const plain = toAsciiDigits(data);
        if (!plain.replace(notOfANumber, "")) return event.preventDefault();
        if (data.length === 1 && plain === data) return;
        event.preventDefault();
        putIn(event.currentTarget, plain);
      }}
      onPaste={(event) => {
        event.preventDefault();
        putIn(event.currentTarget, event.clipboardData.getData("text"));
      }}
    />
  );
}
