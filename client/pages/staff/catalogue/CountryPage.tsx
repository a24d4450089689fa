import { useState } from "react";
import { Link } from "react-router-dom";
import styles from "../../../catalogue/admin/CountryAdmin.module.css";
import { History } from "../../../catalogue/admin/History";
import {
  type StaffCountryPartsFragment as Country,
  useStaffCountryQuery,
} from "../../../catalogue/admin/operations.generated";
import {
  PublishDialog,
  type Publishing,
  publishingVerbs,
  VisaSection,
} from "../../../catalogue/admin/VisaSection";
import { type CatalogueAdmin, useCatalogueAdmin } from "../../../catalogue/admin/useCatalogueAdmin";
import { FlagImage } from "../../../catalogue/FlagImage";
import { Button } from "../../../components/Button";
import { PageFailure } from "../../../components/feedback/PageFailure";
import { LoadingRegion, Skeleton, SkeletonCard } from "../../../components/feedback/Skeleton";
import NotFound from "../../../layout/NotFound";
import { paths } from "../../../paths";
import { PublishedChip } from "../../../components/StatusChip";
import { usePageTitle } from "../../../seo/useHead";
import { Disclosure } from "../../../components/Disclosure";
import { RequirementSection } from "../../../catalogue/admin/requirement/RequirementSection";
import { ListEditor } from "../../../catalogue/admin/ListEditor";
import { type ListItem, type ListKind, listLabels, toItems } from "../../../catalogue/admin/listItems";

export function CountryPage({ countryUrl }: { countryUrl: string }) {
  const { data, error, refetch } = useStaffCountryQuery({
    variables: { countryUrl },
    fetchPolicy: "cache-and-network",
  });
  const admin = useCatalogueAdmin(refetch);
  const country = data?.staffCountry;
  usePageTitle(country ? `${country.name} – Catalogue` : undefined);

  if (country) return <CountryAdmin country={country} admin={admin} />;
  if (data) return <NotFound title="Country not found" text="There is no country at this address." />;
  if (error) return <PageFailure what="this country" {...{ error, refetch }} />;
  return (
    <LoadingRegion className="stack-6">
      <Skeleton height={44} width="50%" />
      <SkeletonCard rows={4} />
      <SkeletonCard rows={4} />
    </LoadingRegion>
  );
}

function CountryAdmin({ country, admin }: { country: Country; admin: CatalogueAdmin }) {
  const { visaCountryId, version, name, countryUrl, flagUrl, isActive } = country;
  const [action, setAction] = useState<Publishing>();
  const publishing = isActive ? "unpublish" : "publish";
  return (
    <div className="stack-6">
      <p>
        <Link to={paths.catalogueAdmin()}>All countries</Link>
      </p>
      <header className={`cluster ${styles["head"]}`}>
        <FlagImage src={flagUrl} country={name} width={64} decorative lazy={false} />
        <h1 tabIndex={-1}>{name}</h1>
        <PublishedChip isOn={isActive} />
        <div className={`cluster ${styles["headActions"]}`}>
          {isActive ? (
            <a className="touch" href={paths.visas(countryUrl)} target="_blank" rel="noreferrer">
              View the page<span className="visually-hidden"> of {name} (opens a new tab)</span>
            </a>
          ) : (
            <span className="muted">Not visible to travellers</span>
          )}
          <Button variant="secondary" onClick={() => setAction(publishing)}>
            {publishingVerbs[publishing]}
            <span className="visually-hidden"> – {name}</span>
          </Button>
        </div>
      </header>
      <PublishDialog
        action={action}
        onClose={() => setAction(undefined)}
        name={name}
        kind="country"
        save={(isOn) => admin.saveCountry({ visaCountryId, version, isActive: isOn })}
        isPublished={() => admin.readCountry(countryUrl)?.isActive}
      />
      <VisaSection country={country} admin={admin} />
      <RequirementSection country={country} admin={admin} />
      <ListSection kind="terms" country={country} admin={admin} />
      <ListSection kind="faqs" country={country} admin={admin} />
      <History changes={country.changes} />
    </div>
  );
}

interface ListSectionProps {
  kind: ListKind;
  country: Country;
  admin: CatalogueAdmin;
}

function ListSection({ kind, country, admin }: ListSectionProps) {
  const [isEditing, setEditing] = useState(false);
  const { title, why } = listLabels[kind];
  const items = toItems(kind, country);
  return (
    <section aria-labelledby={kind} className="stack-3">
      <div className={`cluster ${styles["listSectionHead"]}`}>
        <h2 id={kind}>{title}</h2>
        <span className={`small ${styles["count"]}`}>{items.length}</span>
        {!isEditing && (
          <Button variant="secondary" onClick={() => setEditing(true)}>
            Edit<span className="visually-hidden"> {title}</span>
          </Button>
        )}
      </div>
      <p className="muted">{why}</p>
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
    <ol className={`stack-3 measure ${styles["items"]}`}>
      {items.map(({ text, answer }, at) => (
        <li key={`${at} ${text}`}>
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
