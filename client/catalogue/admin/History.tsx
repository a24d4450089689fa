import { useState } from "react";
import { Button } from "../../components/Button";
import { formatMoment } from "../../lib/days";
import { displayName } from "../../lib/format";
import { compareLists, fieldLabel, isListField, itemLabel, valueLabel } from "./catalogueAdminLabels";
import styles from "./History.module.css";
import { pairRequirements } from "./requirement/requirementTexts";
import type { StaffCatalogueChangePartsFragment as Change } from "./operations.generated";

const firstShown = 5;

export function History({ changes }: { changes: Change[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? changes : changes.slice(0, firstShown);
  return (
    <section aria-labelledby="history" className={`stack-4 ${styles["history"]}`}>
      <h2 id="history">History</h2>
      {changes.length === 0 && <p className="muted">No changes by staff so far.</p>}
      <ol className={`stack-4 ${styles["list"]}`}>
        {shown.map((change) => (
          <li key={change.catalogueChangeId} className={`stack-2 ${styles["change"]}`}>
            <p className={`wrap gap-x-3 ${styles["who"]}`}>
              <strong>{displayName(change.by)}</strong>
              <span className="numbers">{formatMoment(change.at)}</span>
              {change.visaName && <span>{change.visaName}</span>}
            </p>
            <FieldChanges fields={change.fields} />
          </li>
        ))}
      </ol>
      {changes.length > firstShown && !isWhole && (
        <Button variant="secondary" onClick={() => setWhole(true)}>
          Show all {changes.length}
        </Button>
      )}
    </section>
  );
}

function FieldChanges({ fields }: { fields: Change["fields"] }) {
  return (
    <dl className={`stack-2 anywhere measure ${styles["fields"]}`}>
      {fields.map(({ field, from, to }) => (
        <div key={field}>
          <dt className="small">{fieldLabel(field)}</dt>
          {isListField(field) ? (
            <ListChange field={field} from={from} to={to} />
          ) : (
            <dd>
              <FromTo from={valueLabel(field, from)} to={valueLabel(field, to)} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function FromTo({ from, to }: { from: string; to: string }) {
  return (
    <>
      <span className="visually-hidden">from </span>
      <del>{from}</del>
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden"> to </span>
      <ins>{to}</ins>
    </>
  );
}

function ListChange({ field, from, to }: { field: string; from: string[]; to: string[] }) {
  const { gone: lost, come: won } = compareLists(from, to);
  if (lost.length + won.length === 0) return <dd>Reordered</dd>;
  const { changes, removed: gone, added: come } = pairRequirements(lost, won);
  return (
    <>
      {changes.map(({ name, parts }) => (
        <dd key={`~ ${name}`}>
          <strong>{name}</strong>
          {parts.map(({ label, ...values }) => (
            <div key={label} className="small">
              {label}: <FromTo {...values} />
            </div>
          ))}
        </dd>
      ))}
      {gone.map((item) => (
        <dd key={`- ${item}`}>
          <span className="visually-hidden">Removed: </span>
          <del>{itemLabel(field, item)}</del>
        </dd>
      ))}
      {come.map((item) => (
        <dd key={`+ ${item}`}>
          <span className="visually-hidden">Added: </span>
          <ins>{itemLabel(field, item)}</ins>
        </dd>
      ))}
    </>
  );
}
