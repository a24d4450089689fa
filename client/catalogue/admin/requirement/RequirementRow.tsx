import type { DocumentItem } from "../../../../server/modules/catalogue/catalogueAdmin.rules";
import { isCheckDue } from "../../../../server/modules/catalogue/requirement/requirementChanges.rules";
import { Button } from "../../../components/Button";
import { Icon } from "../../../components/Icon";
import { formatDay } from "../../../lib/days";
import { choiceLabel } from "../../visaTexts";
import type { StaffVisaPartsFragment as Visa } from "../operations.generated";
import { findVisas, keyOf } from "./requirementItems";
import { describeCategories, describeCondition } from "./requirementTexts";
import styles from "./Requirements.module.css";
import { SourceLink } from "./SourceLink";

interface RequirementRowProps {
  item: DocumentItem;
  visas: readonly Visa[];
  today: string;
  /** Whether the country has requirements for several types of visas. If so, the row's heading is one level lower. */
  isOneOfTypes: boolean;
  /** Whether a change is being saved. Another change would refer to the version before it. */
  isBusy: boolean;
  onEdit: () => void;
  onChecked: () => void;
  /** Undoes the check that was just made; undefined if there is none. */
  onUndo: (() => void) | undefined;
}

export function RequirementRow(props: RequirementRowProps) {
  const { item, visas, today, isOneOfTypes, isBusy, onEdit, onChecked, onUndo } = props;
  const { documentName, requirement } = item;
  const { kind, label, categories, when, isRequired, checkedOn } = requirement;
  const Heading = isOneOfTypes ? "h4" : "h3";
  const suffix = (
    <span className="visually-hidden">
      {" "}
      – {label}
      {isOneOfTypes && `, ${choiceLabel(item.visaType)}`}
    </span>
  );
  const ofType = visas.filter(({ visaType }) => visaType === item.visaType);
  const isForNone = findVisas(item, visas).length === 0;
  const facts = [
    choiceLabel(kind),
    describeCategories(categories),
    ...describeCondition(when),
    when.circumstance,
    !isRequired && "Optional",
  ].filter(Boolean);
  return (
    <li className={`stack-0 ${styles["row"]}`}>
      <div className="stack-1 anywhere measure">
        <Heading id={keyOf(item)} tabIndex={-1} className={styles["label"]}>
          {label}
        </Heading>
        {documentName !== label && <p>{documentName}</p>}
        <p className="small muted">{facts.join(" · ")}</p>
        {isForNone && ofType.length > 0 && (
          <p className="small warn">
            <Icon name="warning" /> No visa meets this condition
          </p>
        )}
        <CheckedLine requirement={requirement} isDue={isCheckDue(checkedOn, today)} />
      </div>
      <div className={`cluster ${styles["buttons"]}`}>
        <Button variant="secondary" onClick={onEdit}>
          Edit{suffix}
        </Button>
        {(checkedOn !== today || onUndo) && (
          <Button variant="quiet" disabled={isBusy} onClick={checkedOn === today ? onUndo : onChecked}>
            {checkedOn === today ? "Undo the check" : "Checked today"}
            {suffix}
          </Button>
        )}
      </div>
    </li>
  );
}

function CheckedLine({ requirement, isDue }: Pick<DocumentItem, "requirement"> & { isDue: boolean }) {
  const { checkedOn, sourceUrl, label } = requirement;
  return (
    <p className={`cluster small ${styles["checked"]}`}>
      <span className={isDue ? "warn" : "ok"}>
        <Icon name={isDue ? "clock" : "check"} />{" "}
        {checkedOn ? `Checked on ${formatDay(checkedOn)}` : "Never checked"}
      </span>
      <SourceLink sourceUrl={sourceUrl} label={label} />
    </p>
  );
}
