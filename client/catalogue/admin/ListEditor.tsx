import { Button } from "../../components/Button";
import { InlineAlerts } from "../../components/feedback/InlineAlert";
import { ConflictAlert } from "../../components/feedback/ConflictAlert";
import styles from "./ListEditor.module.css";
import {
  findListViolations,
  type ListItem,
  type ListKind,
  listLabels,
  toChanges,
  violationName,
} from "./listItems";
import type { StaffCountryPartsFragment as Country } from "./operations.generated";
import { FormButtons } from "../../components/form/FormButtons";
import { Form, TextAreaField } from "../../components/form/inputs";
import type { useViolations } from "../../lib/useViolations";
import { type CatalogueAdmin, useSaved } from "./useCatalogueAdmin";
import { type ListEditorState, useListEditor } from "./useListEditor";
import { catalogueLimits } from "../../../server/modules/catalogue/catalogueAdmin.rules";

interface ListEditorProps {
  kind: ListKind;
  country: Country;
  admin: CatalogueAdmin;
  onDone: () => void;
}

export function ListEditor({ kind, country, admin, onDone }: ListEditorProps) {
  const { title, item } = listLabels[kind];
  const { conflict, showConflict, endConflict, finish, ...shown } = useSaved(onDone);
  const { violations, showViolations } = shown;
  const editor = useListEditor(kind, country, () => showViolations([]));
  const { form, fields } = editor;

  const save = async ({ items }: { items: ListItem[] }, isOverwriting = false) => {
    const found = findListViolations(kind, items, country.visas);
    showViolations(found);
    if (found.length > 0) return;
    if (editor.isOutdated && !isOverwriting) return showConflict();
    const { visaCountryId, version } = country;
    const outcome = await admin.saveCountry({ visaCountryId, version, ...toChanges(kind, items) });
    finish(outcome, `${title} of ${country.name} are saved. Travellers see them now.`);
  };
  const submit = (isOverwriting?: boolean) => form.handleSubmit((values) => save(values, isOverwriting))();
  const loadTheirs = () => {
    editor.reset();
    endConflict();
  };

  return (
    <Form className="sheet raised pad stack-4" aria-label={`Edit ${title}`} onSubmit={() => submit()}>
      <ConflictAlert message={conflict} onLoadTheirs={loadTheirs} onSaveMine={() => void submit(true)} />
      <InlineAlerts of={violations.filter(({ field }) => !field?.includes("."))} />
      <ol className="stack-3">
        {fields.map((field, index) => (
          <li key={field.id} className={`stack-0 ${styles["item"]}`}>
            <ItemFields kind={kind} index={index} editor={editor} shown={shown} />
            <ItemButtons item={item} index={index} editor={editor} />
          </li>
        ))}
      </ol>
      <Button id={editor.addId} variant="secondary" className="start" onClick={editor.add}>
        Add a {item}
      </Button>
      <FormButtons
        onCancel={onDone}
        submit={
          <>
            Save<span className="visually-hidden"> {title}</span>
          </>
        }
        busy={admin.isBusy}
      />
    </Form>
  );
}

interface ItemProps {
  index: number;
  editor: ListEditorState;
}

function ItemButtons({ item, index, editor }: ItemProps & { item: string }) {
  const last = editor.fields.length - 1;
  const buttons = [
    { part: "up", name: "Up", isOff: index === 0, act: () => editor.move(index, index - 1) },
    { part: "down", name: "Down", isOff: index === last, act: () => editor.move(index, index + 1) },
    { part: "remove", name: "Remove", isOff: false, act: () => editor.remove(index) },
  ];
  return (
    <div className={`wrap gap-1 ${styles["buttons"]}`}>
      {buttons.map(({ part, name, isOff, act }) => (
        <Button key={part} id={editor.inputId(index, part)} variant="quiet" disabled={isOff} onClick={act}>
          {name}
          <span className="visually-hidden">
            {" "}
            {item} {index + 1}
          </span>
        </Button>
      ))}
    </div>
  );
}

interface ItemFieldsProps extends ItemProps {
  kind: ListKind;
  shown: Pick<ReturnType<typeof useViolations>, "findError" | "drop">;
}

function ItemFields({ kind, index, editor, shown }: ItemFieldsProps) {
  const { text, longest, rows } = listLabels[kind];
  const number = index + 1;
  const field = (part: "text" | "answer") => {
    const name = violationName(kind, index, part);
    return {
      id: editor.inputId(index, part),
      error: shown.findError(name),
      required: true,
      ...editor.form.register(`items.${index}.${part}`, { onChange: () => shown.drop(name) }),
    };
  };
  return (
    <div className="stack-x-4">
      <TextAreaField label={`${text} ${number}`} {...field("text")} rows={rows} maxLength={longest} />
      {kind === "faqs" && (
        <TextAreaField label={`Answer ${number}`} {...field("answer")} maxLength={catalogueLimits.answer} />
      )}
    </div>
  );
}
