import { useState } from "react";
import { useForm } from "react-hook-form";
import type { DocumentItem } from "../../../../server/modules/catalogue/catalogueAdmin.rules";
import { Button } from "../../../components/Button";
import { InlineAlerts } from "../../../components/feedback/InlineAlert";
import { FormButtons } from "../../../components/form/FormButtons";
import { Form } from "../../../components/form/inputs";
import { ConflictAlert } from "../../../components/feedback/ConflictAlert";
import { isSame } from "../../../lib/isSame";
import type { StaffCountryPartsFragment as Country } from "../operations.generated";
import { type CatalogueAdmin, useSaved } from "../useCatalogueAdmin";
import { RequirementFields } from "./RequirementFields";
import {
  findItemViolations,
  makeBlank,
  toFormViolations,
  toInputs,
  toItem,
  type RequirementInputs,
} from "./requirementInputs";
import { findVisas, keyOf, putItem, toItems } from "./requirementItems";
import styles from "./Requirements.module.css";

interface RequirementFormProps {
  country: Country;
  /** The requirement to edit; undefined for a new one. */
  item: DocumentItem | undefined;
  admin: CatalogueAdmin;
  onDone: () => void;
  onRemove: () => void;
}

/**
 * The form of one requirement. Saves it as part of the latest list, so that changes to other requirements are not lost.
 */
export function RequirementForm({ country, item, admin, onDone, onRemove }: RequirementFormProps) {
  const { showConflict, endConflict, finish, ...shown } = useSaved(onDone);
  const { violations, showViolations } = shown;
  const [base, setBase] = useState(item);
  const form = useForm<RequirementInputs>({ defaultValues: item ? toInputs(item) : makeBlank(country) });

  const items = toItems(country);
  const theirs = item && items.find((one) => keyOf(one) === keyOf(item));

  const save = async (inputs: RequirementInputs, isOverwriting = false) => {
    const typed = toItem(inputs, item?.requirement.requirementId, items);
    const documents = putItem(items, typed);
    const found = findItemViolations(documents, typed, country);
    showViolations(found);
    if (found.length > 0) return;
    if (!isSame(theirs, base) && !isOverwriting) return showConflict();
    const { visaCountryId, version } = country;
    const outcome = await admin.saveCountry({ visaCountryId, version, documents: [...documents] });
    const refused = toFormViolations(outcome.violations, documents, typed);
    finish(
      { ...outcome, violations: refused },
      `${typed.requirement.label} is saved. Travellers see it now.`,
    );
  };
  const submit = (isOverwriting?: boolean) => form.handleSubmit((inputs) => save(inputs, isOverwriting))();
  const loadTheirs = () => {
    if (item && !theirs) return onDone();
    if (theirs) form.reset(toInputs(theirs));
    setBase(theirs);
    endConflict();
  };

  return (
    <Form className="stack-4" onSubmit={() => submit()}>
      <InlineAlerts of={violations.filter(({ field }) => !field)} />
      <ConflictAlert message={shown.conflict} onLoadTheirs={loadTheirs} onSaveMine={() => void submit(true)}>
        {item && !theirs && <p>They removed this requirement.</p>}
      </ConflictAlert>
      <RequirementFields
        form={form}
        isNew={!item}
        visas={country.visas}
        findError={shown.findError}
        onInput={shown.drop}
      />
      <Reach inputs={form.watch()} country={country} />
      {item && (
        <Button variant="quiet" className="start" onClick={onRemove}>
          Remove this requirement
        </Button>
      )}
      <FormButtons onCancel={onDone} submit="Save" busy={admin.isBusy} />
    </Form>
  );
}

/** Lists the visas to which the requirement, as typed so far, applies. */
function Reach({ inputs, country }: { inputs: RequirementInputs; country: Country }) {
  const typed = toItem(inputs, "typed", []);
  const ofType = country.visas.filter(({ visaType }) => visaType === inputs.visaType);
  const found = findVisas(typed, country.visas);
  const names = found.map(({ visaName }) => visaName).join(", ");
  return (
    <p className={styles["reach"]}>
      {found.length === ofType.length
        ? `All ${ofType.length} visas of this type ask for it.`
        : found.length === 0
          ? "No visa meets this condition, so nobody is asked for it."
          : `${found.length} of ${ofType.length} visas ask for it: ${names}.`}
    </p>
  );
}
