import { useState } from "react";
import type { DocumentItem } from "../../../../server/modules/catalogue/catalogueAdmin.rules";
import { Button } from "../../../components/Button";
import { ConflictAlert } from "../../../components/feedback/ConflictAlert";
import { InlineAlerts } from "../../../components/feedback/InlineAlert";
import { FormButtons } from "../../../components/form/FormButtons";
import { Form } from "../../../components/form/inputs";
import { isSame } from "../../../lib/isSame";
import { choiceLabel } from "../../visaTexts";
import type { StaffCountryPartsFragment as Country } from "../operations.generated";
import { type CatalogueAdmin, useSaved } from "../useCatalogueAdmin";
import { useMoveNotice } from "../useMoveNotice";
import { keyOf, sortItems, toItems } from "./requirementItems";
import styles from "./Requirements.module.css";

const buttonId = (at: number, part: "up" | "down") => `requirement-${at}-${part}`;

interface RequirementOrderProps {
  country: Country;
  admin: CatalogueAdmin;
  onDone: () => void;
}

/** Lets staff change the order in which travellers see the requirements. All moves are saved together. */
export function RequirementOrder({ country, admin, onDone }: RequirementOrderProps) {
  const present = toItems(country).map(keyOf);
  const [base, setBase] = useState(present);
  const [keys, setKeys] = useState(present);
  const { violations, conflict, showConflict, endConflict, finish } = useSaved(onDone);
  const noticeMove = useMoveNotice(buttonId);
  const items = sortItems(toItems(country), keys);

  const move = (from: number, to: number) => {
    const moved = items.map(keyOf);
    moved.splice(to, 0, ...moved.splice(from, 1));
    setKeys(moved);
    noticeMove(from, to, items.length);
  };
  const save = async (isOverwriting = false) => {
    if (!isSame(present, base) && !isOverwriting) return showConflict();
    const { visaCountryId, version } = country;
    const outcome = await admin.saveCountry({ visaCountryId, version, documents: items });
    finish(outcome, "The order is saved. Travellers see it now.");
  };
  const loadTheirs = () => {
    setBase(present);
    setKeys(present);
    endConflict();
  };

  return (
    <Form
      className={`sheet stack-4 ${styles["order"]}`}
      aria-label="Order of the requirements"
      onSubmit={() => save()}
    >
      <ConflictAlert message={conflict} onLoadTheirs={loadTheirs} onSaveMine={() => void save(true)} />
      <InlineAlerts of={violations} />
      <ol className={`ruled ${styles["rows"]}`}>
        {items.map((item, at) => (
          <li key={keyOf(item)} className={`cluster spread ${styles["place"]}`}>
            <Place item={item} at={at} count={items.length} move={move} />
          </li>
        ))}
      </ol>
      <FormButtons onCancel={onDone} submit="Save the order" busy={admin.isBusy} />
    </Form>
  );
}

interface PlaceProps {
  item: DocumentItem;
  at: number;
  count: number;
  move: (from: number, to: number) => void;
}

function Place({ item: { visaType, requirement }, at, count, move }: PlaceProps) {
  const button = (part: "up" | "down", to: number) => (
    <Button
      id={buttonId(at, part)}
      variant="quiet"
      disabled={to < 0 || to >= count}
      onClick={() => move(at, to)}
    >
      {part === "up" ? "Up" : "Down"}
      <span className="visually-hidden"> – {requirement.label}</span>
    </Button>
  );
  return (
    <>
      <span>
        <strong>{requirement.label}</strong>
        <span className="small muted"> {choiceLabel(visaType)}</span>
      </span>
      <span className={`cluster ${styles["buttons"]}`}>
        {button("up", at - 1)}
        {button("down", at + 1)}
      </span>
    </>
  );
}
