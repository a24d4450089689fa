import { useState } from "react";
import type { DocumentItem } from "../../../../server/modules/catalogue/catalogueAdmin.rules";
import { todayInKolkata } from "../../../../server/core/day.rules";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/dialog/ConfirmDialog";
import { Dialog } from "../../../components/dialog/Dialog";
import { useToast } from "../../../components/feedback/ToastProvider";
import { useHashTarget } from "../../../lib/hooks";
import { choiceLabel } from "../../visaTexts";
import countryAdmin from "../CountryAdmin.module.css";
import type { StaffCountryPartsFragment as Country } from "../operations.generated";
import { type CatalogueAdmin, problemOf, type SaveOutcome } from "../useCatalogueAdmin";
import { keyOf, putItem, toItems } from "./requirementItems";
import { RequirementForm } from "./RequirementForm";
import { RequirementOrder } from "./RequirementOrder";
import { RequirementRow } from "./RequirementRow";
import styles from "./Requirements.module.css";

interface RequirementSectionProps {
  country: Country;
  admin: CatalogueAdmin;
}

/** The requirements of a country as a list; each opens in its own form. */
export function RequirementSection({ country, admin }: RequirementSectionProps) {
  const [editing, setEditing] = useState<DocumentItem | "new">();
  const [removing, setRemoving] = useState<DocumentItem>();
  const [isOrdering, setOrdering] = useState(false);
  const save = useSaving(country, admin);
  useHashTarget();

  return (
    <section aria-labelledby="requirements" className="stack-3">
      <div className={`cluster ${countryAdmin["listSectionHead"]}`}>
        <h2 id="requirements">Requirements</h2>
        <span className={`small ${countryAdmin["count"]}`}>{country.documents.length}</span>
      </div>
      <p className="muted">
        What travellers are asked for. Applications already started keep the list of the day they began.
      </p>
      {isOrdering ? (
        <RequirementOrder country={country} admin={admin} onDone={() => setOrdering(false)} />
      ) : (
        <>
          <div className={`cluster ${styles["actions"]}`}>
            <Button variant="secondary" onClick={() => setEditing("new")}>
              Add a requirement
            </Button>
            <Button variant="quiet" disabled={country.documents.length < 2} onClick={() => setOrdering(true)}>
              Change the order
            </Button>
            <Button variant="quiet" busy={admin.isBusy} onClick={() => void save.checkAll()}>
              All checked today
            </Button>
          </div>
          <RequirementsByType country={country} save={save} onEdit={setEditing} />
        </>
      )}
      <Dialog
        open={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={editing === "new" ? "Add a requirement" : "Edit requirement"}
        kind="wide"
      >
        {editing && (
          <RequirementForm
            country={country}
            item={editing === "new" ? undefined : editing}
            admin={admin}
            onDone={() => setEditing(undefined)}
            onRemove={() => {
              setEditing(undefined);
              if (editing !== "new") setRemoving(editing);
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={`Remove ${removing?.requirement.label}?`}
        keep="Keep it"
        confirm="Remove"
        act={() => save.remove(removing!)}
      >
        <p>New applications are no longer asked for it. Applications already started keep it.</p>
      </ConfirmDialog>
    </section>
  );
}

interface RequirementsByTypeProps {
  country: Country;
  save: ReturnType<typeof useSaving>;
  onEdit: (item: DocumentItem) => void;
}

function RequirementsByType({ country, save, onEdit }: RequirementsByTypeProps) {
  const items = toItems(country);
  const today = todayInKolkata(new Date());
  const types = [...new Set(items.map(({ visaType }) => visaType))];
  return types.map((visaType) => (
    <div key={visaType} className="stack-2">
      {types.length > 1 && <h3>{choiceLabel(visaType)} visas</h3>}
      <ul className={`sheet ruled ${styles["rows"]}`}>
        {items
          .filter((item) => item.visaType === visaType)
          .map((item) => (
            <RequirementRow
              key={keyOf(item)}
              item={item}
              visas={country.visas}
              today={today}
              isOneOfTypes={types.length > 1}
              isBusy={save.isBusy}
              onEdit={() => onEdit(item)}
              onChecked={() => void save.check(item, today)}
              onUndo={save.canUndo(item) ? () => void save.undo(item) : undefined}
            />
          ))}
      </ul>
    </div>
  ));
}

/** Saves checks and removals. A check can be undone until the page is left. */
function useSaving(country: Country, admin: CatalogueAdmin) {
  const toast = useToast();
  const { visaCountryId, version, name } = country;
  /** The earlier check date of each requirement that was checked here, by requirement key. */
  const [before, setBefore] = useState<Record<string, string | null>>({});
  const report = (outcome: SaveOutcome, success: string) => {
    const problem = problemOf(outcome);
    if (problem) toast.error(problem);
    else toast.success(success);
    return !problem;
  };
  const remember = (items: DocumentItem[]) =>
    setBefore((present) => ({
      ...present,
      ...Object.fromEntries(items.map((item) => [keyOf(item), item.requirement.checkedOn])),
    }));
  const setDay = (item: DocumentItem, checkedOn: string | null) => {
    const changed = { ...item, requirement: { ...item.requirement, checkedOn } };
    return admin.saveCountry({ visaCountryId, version, documents: putItem(toItems(country), changed) });
  };
  return {
    isBusy: admin.isBusy,
    checkAll: async () => {
      const items = toItems(country);
      const outcome = await admin.checkRequirements({ visaCountryId, version });
      if (report(outcome, `The requirements of ${name} are marked as checked today.`)) remember(items);
    },
    check: async (item: DocumentItem, today: string) => {
      // Before the save, so that the pressed button stays, and keeps the focus.
      remember([item]);
      const outcome = await setDay(item, today);
      const isChecked = report(outcome, `${item.requirement.label} is marked as checked today.`);
      if (!isChecked) setBefore(({ [keyOf(item)]: _failed, ...others }) => others);
    },
    canUndo: (item: DocumentItem) => ![undefined, item.requirement.checkedOn].includes(before[keyOf(item)]),
    undo: async (item: DocumentItem) => {
      const outcome = await setDay(item, before[keyOf(item)] ?? null);
      report(outcome, `${item.requirement.label} is as it was before the check.`);
    },
    remove: async (item: DocumentItem) => {
      const documents = toItems(country).filter((one) => keyOf(one) !== keyOf(item));
      const problem = problemOf(await admin.saveCountry({ visaCountryId, version, documents }));
      if (!problem) toast.success(`${item.requirement.label} is removed.`);
      return problem;
    },
  };
}
