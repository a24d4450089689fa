import { useState } from "react";
import { useFieldArray, useForm, type UseFormRegisterReturn } from "react-hook-form";
import { Button, ButtonGroup } from "../../components/Button";
import { InlineAlerts } from "../../components/feedback/InlineAlert";
import { useToast } from "../../components/feedback/ToastProvider";
import { useFocusAfter } from "../../lib/focusInView";
import { ConflictAlert } from "./ConflictAlert";
import styles from "./ListEditor.module.css";
import {
  blankItem,
  findListViolations,
  findPlace,
  type ListItem,
  type ListKind,
  listLabels,
  toChanges,
  toItems,
} from "./listItems";
import type { StaffCountryPartsFragment as Country } from "./operations.generated";
import { Form, SelectField, TextAreaField } from "../../components/form/inputs";
import type { CatalogueAdmin, SaveViolation } from "./useCatalogueAdmin";
import { catalogueLimits } from "../../../server/modules/catalogue/catalogueAdmin.rules";

interface ListEditorProps {
  kind: ListKind;
  country: Country;
  admin: CatalogueAdmin;
  onDone: () => void;
}

export function ListEditor({ kind, country, admin, onDone }: ListEditorProps) {
  const { title, item } = listLabels[kind];
  const visaTypes = [...new Set(country.visas.map(({ visaType }) => visaType))];
  const form = useForm<{ items: ListItem[] }>({ defaultValues: { items: toItems(kind, country) } });
  const list = useFieldArray({ control: form.control, name: "items" });
  const [violations, setViolations] = useState<SaveViolation[]>([]);
  const [conflict, setConflict] = useState<string>();
  const focus = useFocusAfter();
  const focusOn = (id: string) => focus(() => document.getElementById(id));
  const toast = useToast();
  const inputId = (index: number, part: string) => `${kind}-${index}-${part}`;

  const save = async ({ items }: { items: ListItem[] }) => {
    const found = findListViolations(kind, items, visaTypes);
    tell(found);
    if (found.length > 0) return;
    const { visaCountryId, version } = country;
    const outcome = await admin.saveCountry({ visaCountryId, version, ...toChanges(kind, items) });
    setConflict(outcome.conflict);
    tell(outcome.violations);
    if (!outcome.isSaved) return;
    toast.success(`${title} of ${country.name} are saved. Travellers see them now.`);
    onDone();
  };
  const tell = (found: SaveViolation[]) => {
    setViolations(found);
    const place = found.map(({ field }) => findPlace(field)).find(Boolean);
    if (place) focusOn(inputId(place.index, place.part));
  };
  const submit = () => void form.handleSubmit(save)();

  const loadTheirs = () => {
    form.reset({ items: toItems(kind, country) });
    setConflict(undefined);
    setViolations([]);
  };

  const move = (from: number, to: number) => {
    list.move(from, to);
    setViolations([]);
    toast.announce(`Moved to position ${to + 1} of ${list.fields.length}`);
    const direction = to < from ? "up" : "down";
    // At the end of the list the button in this direction is disabled.
    const isLast = to === (direction === "up" ? 0 : list.fields.length - 1);
    focusOn(inputId(to, isLast ? (direction === "up" ? "down" : "up") : direction));
  };
  const remove = (index: number) => {
    list.remove(index);
    setViolations([]);
    toast.announce(`Removed. ${list.fields.length - 1} left`);
    focusOn(
      list.fields.length > 1 ? inputId(Math.min(index, list.fields.length - 2), "remove") : `${kind}-add`,
    );
  };
  const add = () => {
    list.append(blankItem(visaTypes[0]), { shouldFocus: false });
    focusOn(inputId(list.fields.length, "text"));
  };
  const drop = (index: number) =>
    setViolations((all) => all.filter(({ field }) => findPlace(field)?.index !== index));

  const last = list.fields.length - 1;
  const general = violations.filter(({ field }) => !findPlace(field));
  return (
    <Form className={styles["editor"]} aria-label={`Edit ${title}`} onSubmit={submit}>
      {conflict && <ConflictAlert message={conflict} onLoadTheirs={loadTheirs} onSaveMine={submit} />}
      <InlineAlerts of={general} />
      <ol className={styles["items"]}>
        {list.fields.map((field, index) => (
          <li key={field.id} className={styles["item"]}>
            <ItemFields
              kind={kind}
              number={index + 1}
              idOf={(part) => inputId(index, part)}
              register={(part) => form.register(`items.${index}.${part}`, { onChange: () => drop(index) })}
              errorOf={(part) =>
                violations.find((violation) => {
                  const place = findPlace(violation.field);
                  return place?.index === index && place.part === part;
                })?.message
              }
            />
            <div className={styles["buttons"]}>
              {[
                { part: "up", name: "Up", isOff: index === 0, act: () => move(index, index - 1) },
                { part: "down", name: "Down", isOff: index === last, act: () => move(index, index + 1) },
                { part: "remove", name: "Remove", isOff: false, act: () => remove(index) },
              ].map(({ part, name, isOff, act }) => (
                <Button key={part} id={inputId(index, part)} variant="quiet" disabled={isOff} onClick={act}>
                  {name}
                  <span className="visually-hidden">
                    {" "}
                    {item} {index + 1}
                  </span>
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ol>
      <Button id={`${kind}-add`} variant="secondary" className={styles["add"]} onClick={add}>
        Add a {item}
      </Button>
      <ButtonGroup>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={admin.isBusy}>
          Save<span className="visually-hidden"> {title}</span>
        </Button>
      </ButtonGroup>
    </Form>
  );
}

const visaTypeOptions = [
  ["TOURIST", "Tourist visas"],
  ["BUSINESS", "Business visas"],
] as const;

interface ItemFieldsProps {
  kind: ListKind;
  number: number;
  idOf: (part: "visaType" | "text" | "answer") => string;
  register: (part: "visaType" | "text" | "answer") => UseFormRegisterReturn;
  errorOf: (part: "text" | "answer") => string | undefined;
}

function ItemFields({ kind, number, idOf, register, errorOf }: ItemFieldsProps) {
  const { text, longest, rows } = listLabels[kind];
  return (
    <div className={styles["fields"]}>
      {kind === "documents" && (
        <SelectField
          id={idOf("visaType")}
          label={`Visa type ${number}`}
          className={styles["type"]}
          options={visaTypeOptions}
          {...register("visaType")}
        />
      )}
      <TextAreaField
        id={idOf("text")}
        label={`${text} ${number}`}
        error={errorOf("text")}
        {...register("text")}
        rows={rows}
        maxLength={longest}
        required
      />
      {kind === "faqs" && (
        <TextAreaField
          id={idOf("answer")}
          label={`Answer ${number}`}
          error={errorOf("answer")}
          {...register("answer")}
          rows={4}
          maxLength={catalogueLimits.answer}
          required
        />
      )}
    </div>
  );
}
