import { useState } from "react";
import { Button } from "../../components/Button";
import { Disclosure } from "../../components/Disclosure";
import { choiceLabel } from "../visaTexts";
import { ListEditor } from "./ListEditor";
import { listLabels, toItems, type ListItem, type ListKind } from "./listItems";
import styles from "./ListSection.module.css";
import type { StaffCountryPartsFragment as Country } from "./operations.generated";
import type { CatalogueAdmin } from "./useCatalogueAdmin";

interface ListSectionProps {
  kind: ListKind;
  country: Country;
  admin: CatalogueAdmin;
}

/** The documents, terms or FAQs of a country, with an inline editor. */
export function ListSection({ kind, country, admin }: ListSectionProps) {
  const [isEditing, setEditing] = useState(false);
  const { title, why } = listLabels[kind];
  const items = toItems(kind, country);
  return (
    <section aria-labelledby={kind} className={styles["section"]}>
      <div className={styles["head"]}>
        <h2 id={kind}>{title}</h2>
        <span className={styles["count"]}>{items.length}</span>
        {!isEditing && (
          <Button variant="secondary" onClick={() => setEditing(true)}>
            Edit<span className="visually-hidden"> {title}</span>
          </Button>
        )}
      </div>
      <p className={styles["why"]}>{why}</p>
      {isEditing ? (
        <ListEditor kind={kind} country={country} admin={admin} onDone={() => setEditing(false)} />
      ) : (
        <Disclosure summary={`Show all ${items.length}`}>
          <ReadList kind={kind} items={items} />
        </Disclosure>
      )}
    </section>
  );
}

function ReadList({ kind, items }: { kind: ListKind; items: ListItem[] }) {
  return (
    <ol className={styles["items"]}>
      {items.map(({ visaType, text, answer }, at) => (
        <li key={`${at} ${text}`}>
          {kind === "documents" && <span className={styles["tag"]}>{choiceLabel(visaType)}</span>}
          {kind === "faqs" ? (
            <>
              <strong>{text}</strong>
              <br />
              {answer}
            </>
          ) : (
            text
          )}
        </li>
      ))}
    </ol>
  );
}
