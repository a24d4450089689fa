import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { catalogueLabels, catalogueLimits } from "../../../server/modules/catalogue/catalogueAdmin.rules";
import { findLargePriceChanges, type PriceChange } from "../../../server/modules/catalogue/priceChange.rules";
import type { VisaChanges } from "../../../server/modules/catalogue/catalogueAdmin.rules";
import { Button } from "../../components/Button";
import { ButtonGroup } from "../../components/ButtonGroup";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { useToast } from "../../components/feedback/ToastProvider";
import { Field } from "../../components/form/Field";
import { SelectInput, TextInput } from "../../components/form/inputs";
import styles from "./AdminForm.module.css";
import { ConflictAlert } from "./ConflictAlert";
import type { StaffVisaPartsFragment as Visa } from "./operations.generated";
import { PriceConfirmation } from "./PriceConfirmation";
import type { CatalogueAdmin, SaveViolation } from "./useCatalogueAdmin";
import { changedValues, findVisaViolations, toTexts, type VisaTexts } from "./visaValues";

interface VisaFormProps {
  visa: Visa;
  admin: CatalogueAdmin;
  onDone: () => void;
}

/** The form of one visa. Saves only the changed fields. */
export function VisaForm({ visa, admin, onDone }: VisaFormProps) {
  const [base, setBase] = useState(() => toTexts(visa));
  const [violations, setViolations] = useState<SaveViolation[]>([]);
  const [conflict, setConflict] = useState<string>();
  const [unconfirmed, setUnconfirmed] = useState<{ changes: VisaChanges; prices: PriceChange[] }>();
  const form = useForm<VisaTexts>({ defaultValues: base });
  const own = useRef<HTMLFormElement>(null);
  const toast = useToast();

  // Focuses the first invalid field.
  useEffect(() => {
    const field = violations.find((violation) => violation.field)?.field;
    if (field) own.current?.querySelector<HTMLElement>(`#visa-${field}`)?.focus();
  }, [violations]);

  const save = async (texts: VisaTexts) => {
    const found = findVisaViolations(texts);
    setViolations(found);
    if (found.length > 0) return;
    const changes = changedValues(texts, base);
    if (Object.keys(changes).length === 0) return onDone();
    const prices = findLargePriceChanges(visa, changes);
    if (prices.length > 0) return setUnconfirmed({ changes, prices });
    await send(changes);
  };
  const send = async (changes: VisaChanges) => {
    const outcome = await admin.saveVisa({ visaId: visa.visaId, version: visa.version, ...changes });
    setConflict(outcome.conflict);
    setViolations(outcome.violations);
    if (!outcome.isSaved) return;
    const saved = outcome.country?.visas.find(({ visaId }) => visaId === visa.visaId);
    toast.success(
      saved?.approval
        ? `The change of ${visa.visaName} waits for a second person.`
        : `${visa.visaName} is saved. Travellers see it now.`,
    );
    onDone();
  };
  const submit = () => void form.handleSubmit(save)();

  const loadTheirs = () => {
    const theirs = toTexts(visa);
    setBase(theirs);
    form.reset(theirs);
    setConflict(undefined);
  };

  const frame = (field: keyof VisaTexts) => ({
    id: `visa-${field}`,
    label: catalogueLabels[field],
    error: violations.find((violation) => violation.field === field)?.message,
  });
  const register = (field: keyof VisaTexts) =>
    form.register(field, {
      onChange: () => setViolations((all) => all.filter((violation) => violation.field !== field)),
    });
  const general = violations.find(({ field }) => field === null)?.message;

  return (
    <>
      <form
        ref={own}
        noValidate
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {general && <InlineAlert>{general}</InlineAlert>}
        {conflict && (
          <ConflictAlert message={conflict} onLoadTheirs={loadTheirs} onSaveMine={submit}>
            <TheirChanges base={base} theirs={toTexts(visa)} />
          </ConflictAlert>
        )}
        <Field {...frame("visaName")} className={styles["whole"]}>
          {(control) => (
            <TextInput {...control} {...register("visaName")} maxLength={catalogueLimits.visaName} required />
          )}
        </Field>
        <div className={styles["columns"]}>
          <Field {...frame("adultPrice")} hint="Whole rupees, service fee not included">
            {(control) => (
              <TextInput
                {...control}
                {...register("adultPrice")}
                inputMode="numeric"
                required
                data-autofocus
              />
            )}
          </Field>
          <Field {...frame("childPrice")} hint="Leave empty to charge the adult price" optional>
            {(control) => <TextInput {...control} {...register("childPrice")} inputMode="numeric" />}
          </Field>
          <Field {...frame("processingTime")} hint="Days, 1 to 365">
            {(control) => (
              <TextInput {...control} {...register("processingTime")} inputMode="numeric" required />
            )}
          </Field>
          <Field {...frame("stayPeriod")} hint="For example, 30 Days">
            {(control) => (
              <TextInput
                {...control}
                {...register("stayPeriod")}
                maxLength={catalogueLimits.stayPeriod}
                required
              />
            )}
          </Field>
          <Field {...frame("validity")} hint="For example, 60 days from issue">
            {(control) => (
              <TextInput
                {...control}
                {...register("validity")}
                maxLength={catalogueLimits.validity}
                required
              />
            )}
          </Field>
          <Field {...frame("entry")} hint="How often the holder may enter">
            {(control) => (
              <SelectInput {...control} {...register("entry")}>
                <option value="SINGLE">Single</option>
                <option value="MULTIPLE">Multiple</option>
                <option value="">Not stated</option>
              </SelectInput>
            )}
          </Field>
        </div>
        <p className={styles["note"]}>
          Applications already started keep their price and their expected date.
        </p>
        <ButtonGroup>
          <Button variant="secondary" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" busy={admin.isBusy}>
            Save
          </Button>
        </ButtonGroup>
      </form>
      <PriceConfirmation
        prices={unconfirmed?.prices ?? []}
        onClose={() => setUnconfirmed(undefined)}
        onConfirm={() => send(unconfirmed!.changes)}
      />
    </>
  );
}

/** Changes that another user saved since the form was opened. */
function TheirChanges({ base, theirs }: { base: VisaTexts; theirs: VisaTexts }) {
  const changed = (Object.keys(theirs) as (keyof VisaTexts)[]).filter(
    (field) => base[field] !== theirs[field],
  );
  if (changed.length === 0) return null;
  return (
    <ul className={styles["theirs"]}>
      {changed.map((field) => (
        <li key={field}>
          {catalogueLabels[field]}: {base[field] || "empty"} → <strong>{theirs[field] || "empty"}</strong>
        </li>
      ))}
    </ul>
  );
}
