import { useState } from "react";
import { useForm, type UseFormRegisterReturn } from "react-hook-form";
import {
  catalogueLabels,
  catalogueLimits,
  type VisaChanges,
} from "../../../server/modules/catalogue/catalogueAdmin.rules";
import { findLargePriceChanges, type PriceChange } from "../../../server/modules/catalogue/priceChange.rules";
import { InlineAlerts } from "../../components/feedback/InlineAlert";
import { FormButtons } from "../../components/form/FormButtons";
import { Form, SelectField, TextField } from "../../components/form/inputs";
import styles from "./AdminForm.module.css";
import { ConflictAlert } from "../../components/feedback/ConflictAlert";
import type { StaffVisaPartsFragment as Visa } from "./operations.generated";
import { type CatalogueAdmin, useSaved } from "./useCatalogueAdmin";
import { changedValues, findVisaViolations, toTexts, type VisaTexts } from "./visaValues";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog";
import { DetailsList } from "../../components/DetailsList";
import { formatInr } from "../../../server/core/money.rules";

const entryOptions = [
  ["SINGLE", "Single"],
  ["MULTIPLE", "Multiple"],
  ["", "Not stated"],
] as const;

const transitOptions = [
  ["", "To visit the country"],
  ["yes", "Transit only"],
] as const;

interface VisaFormProps {
  visa: Visa;
  admin: CatalogueAdmin;
  onDone: () => void;
}

/** The form of one visa. Saves only the changed fields. */
export function VisaForm(props: VisaFormProps) {
  const { visa, admin, onDone } = props;
  const saving = useSavingVisa(props);
  const { base, violations, conflict, findError, drop, save, loadTheirs, confirmation } = saving;
  const form = useForm<VisaTexts>({ defaultValues: base });

  const submit = (isOverwriting?: boolean) => form.handleSubmit((texts) => save(texts, isOverwriting))();

  const field = (name: keyof VisaTexts) => ({
    id: `visa-${name}`,
    label: catalogueLabels[name],
    error: findError(name),
    ...form.register(name, { onChange: () => drop(name) }),
  });

  return (
    <>
      <Form className="stack-3" onSubmit={() => submit()}>
        <InlineAlerts of={violations.filter(({ field }) => !field)} />
        <ConflictAlert
          message={conflict}
          onLoadTheirs={() => form.reset(loadTheirs())}
          onSaveMine={() => void submit(true)}
        >
          <TheirChanges base={base} theirs={toTexts(visa)} />
        </ConflictAlert>
        <VisaInputs field={field} />
        <p className="small">Applications already started keep their price and their processing time.</p>
        <FormButtons onCancel={onDone} submit="Save" busy={admin.isBusy} />
      </Form>
      <PriceConfirmation {...confirmation} />
    </>
  );
}

/** Saves the differences from `base`, the form's initial texts. Asks for confirmation of large price changes first. */
function useSavingVisa({ visa, admin, onDone }: VisaFormProps) {
  const [base, setBase] = useState(() => toTexts(visa));
  const { showConflict, endConflict, finish, showViolations, ...shown } = useSaved(onDone);
  const [unconfirmed, setUnconfirmed] = useState<{ changes: VisaChanges; prices: PriceChange[] }>();

  const save = async (texts: VisaTexts, isOverwriting = false) => {
    const found = findVisaViolations(texts);
    showViolations(found);
    if (found.length > 0) return;
    const changes = changedValues(texts, base);
    if (Object.keys(changes).length === 0) return onDone();
    const theirs = changedValues(toTexts(visa), base);
    if (Object.keys(changes).some((field) => field in theirs) && !isOverwriting) return showConflict();
    const prices = findLargePriceChanges(visa, changes);
    if (prices.length > 0) return setUnconfirmed({ changes, prices });
    await send(changes);
  };
  const send = async (changes: VisaChanges) => {
    const outcome = await admin.saveVisa({ visaId: visa.visaId, version: visa.version, ...changes });
    const saved = outcome.country?.visas.find(({ visaId }) => visaId === visa.visaId);
    finish(
      outcome,
      saved?.approval
        ? `The change of ${visa.visaName} is waiting for approval.`
        : `${visa.visaName} is saved. Travellers see it now.`,
    );
  };
  /** Resets the form to the stored texts, and returns them. */
  const loadTheirs = () => {
    const theirs = toTexts(visa);
    setBase(theirs);
    endConflict();
    return theirs;
  };
  const confirmation = {
    prices: unconfirmed?.prices ?? [],
    onClose: () => setUnconfirmed(undefined),
    onConfirm: () => send(unconfirmed!.changes),
  };
  return { ...shown, base, save, loadTheirs, confirmation };
}

type FieldOf = (
  name: keyof VisaTexts,
) => UseFormRegisterReturn & { id: string; label: string; error?: string };

function VisaInputs({ field }: { field: FieldOf }) {
  return (
    <>
      <TextField {...field("visaName")} maxLength={catalogueLimits.visaName} required />
      <div className={`stack-x-4 ${styles["columns"]}`}>
        <TextField
          {...field("adultPrice")}
          hint="Whole rupees, service fee not included"
          inputMode="numeric"
          required
          data-autofocus
        />
        <TextField
          {...field("childPrice")}
          hint="Leave empty to charge the adult price"
          optional
          inputMode="numeric"
        />
        <TextField {...field("processingTime")} hint="Days, 1 to 365" inputMode="numeric" required />
        <TextField
          {...field("stayPeriod")}
          hint="For example, 30 Days"
          maxLength={catalogueLimits.stayPeriod}
          required
        />
        <TextField
          {...field("validity")}
          hint="For example, 60 days from issue"
          maxLength={catalogueLimits.validity}
          required
        />
        <SelectField {...field("entry")} hint="How often the holder may enter" options={entryOptions} />
        <SelectField
          {...field("isTransit")}
          label="Stay is for"
          hint="Transit visas are marked for travellers"
          options={transitOptions}
        />
      </div>
    </>
  );
}

function TheirChanges({ base, theirs }: { base: VisaTexts; theirs: VisaTexts }) {
  const changed = (Object.keys(theirs) as (keyof VisaTexts)[]).filter(
    (field) => base[field] !== theirs[field],
  );
  if (changed.length === 0) return null;
  return (
    <ul className="stack-1">
      {changed.map((field) => (
        <li key={field}>
          {catalogueLabels[field]}: {base[field] || "empty"} → <strong>{theirs[field] || "empty"}</strong>
        </li>
      ))}
    </ul>
  );
}

interface PriceConfirmationProps {
  /** The prices to confirm; an empty list closes the dialog. */
  prices: readonly PriceChange[];
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Asks for confirmation of price changes that are so large that they may be typing errors. */
function PriceConfirmation({ prices, onClose, onConfirm }: PriceConfirmationProps) {
  return (
    <ConfirmDialog
      open={prices.length > 0}
      onClose={onClose}
      title="Change the price by more than 20 %?"
      keep="Go back"
      confirm="Save the new price"
      act={async () => {
        await onConfirm();
        return undefined;
      }}
    >
      <p>Check the new price. Nothing is saved yet.</p>
      <DetailsList
        kind="rows"
        facts={prices.map(({ field, from, to }) => ({
          label: catalogueLabels[field],
          value: `${formatInr(from)} → ${formatInr(to)}`,
        }))}
      />
    </ConfirmDialog>
  );
}
