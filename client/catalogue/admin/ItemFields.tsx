import type { UseFormRegisterReturn } from "react-hook-form";
import { catalogueLimits } from "../../../server/modules/catalogue/catalogueAdmin.rules";
import { Field } from "../../components/form/Field";
import { SelectInput, TextArea } from "../../components/form/inputs";
import styles from "./ListEditor.module.css";
import { type ListKind, listLabels } from "./listItems";

interface ItemFieldsProps {
  kind: ListKind;
  /** Position in the list, from 1. */
  number: number;
  idOf: (part: "visaType" | "text" | "answer") => string;
  register: (part: "visaType" | "text" | "answer") => UseFormRegisterReturn;
  errorOf: (part: "text" | "answer") => string | undefined;
}

/** The inputs of one item: a document has a visa type, a question has an answer. */
export function ItemFields({ kind, number, idOf, register, errorOf }: ItemFieldsProps) {
  const { text, longest, rows } = listLabels[kind];
  return (
    <div className={styles["fields"]}>
      {kind === "documents" && (
        <Field id={idOf("visaType")} label={`Visa type ${number}`} className={styles["type"]}>
          {(control) => (
            <SelectInput {...control} {...register("visaType")}>
              <option value="TOURIST">Tourist visas</option>
              <option value="BUSINESS">Business visas</option>
            </SelectInput>
          )}
        </Field>
      )}
      <Field id={idOf("text")} label={`${text} ${number}`} error={errorOf("text")} className={styles["text"]}>
        {(control) => (
          <TextArea {...control} {...register("text")} rows={rows} maxLength={longest} required />
        )}
      </Field>
      {kind === "faqs" && (
        <Field
          id={idOf("answer")}
          label={`Answer ${number}`}
          error={errorOf("answer")}
          className={styles["text"]}
        >
          {(control) => (
            <TextArea
              {...control}
              {...register("answer")}
              rows={4}
              maxLength={catalogueLimits.answer}
              required
            />
          )}
        </Field>
      )}
    </div>
  );
}
