import { applicantFields } from "../../../server/modules/applicant/applicantFields.rules";
import type { FieldControlProps } from "../../components/form/Field";
import { TextInput } from "../../components/form/inputs";
import styles from "./Panels.module.css";
import type { DetailsForm } from "./useDetailsForm";

const { maxLength } = applicantFields.passportNumber;

/**
 * Passports print capitals without spaces. A pasted value is cleaned before it is cut to the maximum length.
 */
const tidyNumber = (text: string) => text.replace(/\s/g, "").toUpperCase().slice(0, maxLength);

/** Normalises the passport number while it is typed. */
export function PassportNumberInput(props: { form: DetailsForm["form"]; control: FieldControlProps }) {
  const { form, control } = props;
  const registered = form.register("passportNumber");
  return (
    <TextInput
      {...control}
      {...registered}
      className={styles["passportNumber"]}
      required
      maxLength={maxLength}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => {
        const input = event.target;
        const caret = input.selectionStart;
        const typed = tidyNumber(input.value);
        if (typed !== input.value) {
          input.value = typed;
          input.setSelectionRange(caret, caret);
        }
        void registered.onChange(event);
      }}
      onPaste={(event) => {
        event.preventDefault();
        const { selectionStart: from, selectionEnd: to, value } = event.currentTarget;
        const pasted = event.clipboardData.getData("text");
        const typed = tidyNumber(value.slice(0, from ?? 0) + pasted + value.slice(to ?? value.length));
        form.setValue("passportNumber", typed, { shouldValidate: form.formState.isSubmitted });
      }}
    />
  );
}
