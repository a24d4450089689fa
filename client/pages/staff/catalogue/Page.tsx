import { Link, useParams } from "react-router-dom";
import { useState } from "react";
import { fieldLabel } from "../../../catalogue/admin/catalogueAdminLabels";
import {
  type StaffCountriesQuery,
  useStaffCountriesQuery,
  useStaffCountryWishesQuery,
} from "../../../catalogue/admin/operations.generated";
import { DueRequirements } from "../../../catalogue/admin/requirement/DueRequirements";
import { FlagImage } from "../../../catalogue/FlagImage";
import { EmptyState, Skeleton } from "../../../components/feedback/Skeleton";
import { Form, SelectField, TextField } from "../../../components/form/inputs";
import { formatMoment } from "../../../lib/days";
import { displayName } from "../../../lib/format";
import { paths } from "../../../paths";
import { usePageTitle } from "../../../seo/useHead";
import styles from "./CountriesPage.module.css";
import { PublishedChip } from "../../../components/StatusChip";
import { Pending } from "../../../components/feedback/PageFailure";
import { CountryPage } from "./CountryPage";

/** `/staff/catalogue` lists the countries, `/staff/catalogue/{countryUrl}` edits one. */
export default function CatalogueAdminPage() {
  const { countryUrl } = useParams();
  return countryUrl ? <CountryPage key={countryUrl} countryUrl={countryUrl} /> : <CountriesPage />;
}

type Country = StaffCountriesQuery["staffCountries"][number];
const offers = [
  ["all", "All"],
  ["on", "Published"],
  ["off", "With something unpublished"],
] as const;
type Offer = (typeof offers)[number][0];

const isListed: Record<Offer, (country: Country) => boolean> = {
  all: () => true,
  on: ({ isActive }) => isActive,
  off: ({ isActive, activeVisaCount, visaCount }) => !isActive || activeVisaCount < visaCount,
};

function CountriesPage() {
  const { data, error, refetch } = useStaffCountriesQuery({ fetchPolicy: "cache-and-network" });
  const [search, setSearch] = useState("");
  const [offer, setOffer] = useState<Offer>("all");
  usePageTitle("Catalogue");

  const wanted = search.trim().toLocaleLowerCase("en");
  const shown = data?.staffCountries.filter(
    (country) => country.name.toLocaleLowerCase("en").includes(wanted) && isListed[offer](country),
  );
  return (
    <div className="stack-4">
      <div className="stack-2">
        <h1 tabIndex={-1}>Catalogue</h1>
        <p className="muted">
          Travellers see at once what you save here. Applications already started keep their price.
        </p>
      </div>
      <Form role="search" className={`stack-x-4 ${styles["filter"]}`} onSubmit={() => undefined}>
        <TextField
          id="catalogue-search"
          label="Country"
          type="search"
          autoComplete="off"
          value={search}
          onText={setSearch}
        />
        <SelectField
          id="catalogue-offer"
          label="Show"
          options={offers}
          value={offer}
          onText={(chosen) => setOffer(chosen as Offer)}
        />
      </Form>
      <DueRequirements search={wanted} />
      {shown ? (
        <CountryList countries={shown} />
      ) : (
        <Pending error={error} refetch={refetch} className="stack-3">
          <Skeleton height={72} />
          <Skeleton height={72} />
          <Skeleton height={72} />
        </Pending>
      )}
      <CountryWishes />
    </div>
  );
}

/**
 * Countries that we do not offer and visitors asked for. Renders nothing if there are none or they could not be loaded.
 */
function CountryWishes() {
  const { data } = useStaffCountryWishesQuery({ fetchPolicy: "cache-and-network" });
  const wishes = data?.staffCountryWishes ?? [];
  if (wishes.length === 0) return null;
  return (
    <section aria-labelledby="wishes" className="stack-3">
      <h2 id="wishes">Requested by visitors</h2>
      <p className="muted">Countries that we do not offer, counted without any data about the visitor.</p>
      <ul className={`sheet ruled ${styles["wishes"]}`}>
        {wishes.map(({ flagSrc, name, wishes: count, recentWishes }) => (
          <li key={flagSrc} className={`wrap spread gap-x-4 ${styles["wish"]}`}>
            <span>{name}</span>
            <span className="numbers">
              <strong>{count}</strong> {count === 1 ? "request" : "requests"}, {recentWishes} in the last 30
              days
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CountryList({ countries }: { countries: readonly Country[] }) {
  return (
    <>
      <p role="status" className="small">
        {countries.length} {countries.length === 1 ? "country" : "countries"}
      </p>
      {countries.length > 0 ? (
        <ul className="stack-3">
          {countries.map((country) => (
            <CountryRow key={country.visaCountryId} country={country} />
          ))}
        </ul>
      ) : (
        <EmptyState title="No country matches">
          <p>Try fewer letters, or show all.</p>
        </EmptyState>
      )}
    </>
  );
}

function CountryRow({ country }: { country: Country }) {
  const { name, countryUrl, flagUrl, isActive, visaCount, activeVisaCount, lastChange } = country;
  return (
    <li className={`sheet raised ${styles["row"]}`}>
      <FlagImage src={flagUrl} country={name} width={48} decorative />
      <div className={`small stack-0 ${styles["name"]}`}>
        <Link className="cover" to={paths.catalogueAdmin(countryUrl)}>
          {name}
        </Link>
        <span>
          {activeVisaCount === visaCount
            ? `${visaCount} ${visaCount === 1 ? "visa" : "visas"}`
            : `${activeVisaCount} of ${visaCount} visas published`}
        </span>
      </div>
      <PublishedChip isOn={isActive} />
      <p className={`small ${styles["change"]}`}>
        {lastChange ? (
          <>
            {formatMoment(lastChange.at)} by {displayName(lastChange.by)}
            <br />
            {[lastChange.visaName, lastChange.fields.map(({ field }) => fieldLabel(field)).join(", ")]
              .filter(Boolean)
              .join(": ")}
          </>
        ) : (
          "No changes by staff"
        )}
      </p>
    </li>
  );
}
