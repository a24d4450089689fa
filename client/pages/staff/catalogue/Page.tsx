import { Link, useParams } from "react-router-dom";
import { useState } from "react";
import { fieldLabel } from "../../../catalogue/admin/catalogueAdminLabels";
import {
  type StaffCountriesQuery,
  useStaffCountriesQuery,
} from "../../../catalogue/admin/operations.generated";
import { PublishedChip } from "../../../catalogue/admin/PublishedChip";
import { FlagImage } from "../../../catalogue/FlagImage";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { LoadFailure } from "../../../components/feedback/LoadFailure";
import { LoadingRegion, Skeleton } from "../../../components/feedback/Skeleton";
import { Field } from "../../../components/form/Field";
import { SelectInput, TextInput } from "../../../components/form/inputs";
import { formatMoment } from "../../../lib/days";
import { errorMessage } from "../../../lib/errorMessage";
import { displayName } from "../../../lib/format";
import { paths } from "../../../paths";
import { usePageTitle } from "../../../seo/useHead";
import styles from "./CountriesPage.module.css";
import { CountryPage } from "./CountryPage";

/** `/staff/catalogue` lists the countries, `/staff/catalogue/{countryUrl}` edits one. */
export default function CatalogueAdminPage() {
  const { countryUrl } = useParams();
  return countryUrl ? <CountryPage key={countryUrl} countryUrl={countryUrl} /> : <CountriesPage />;
}

type Country = StaffCountriesQuery["staffCountries"][number];
type Offer = "all" | "on" | "off";

/** All countries of the catalogue with the last change of each, searchable by name. */
function CountriesPage() {
  const { data, error, refetch } = useStaffCountriesQuery({ fetchPolicy: "cache-and-network" });
  const [search, setSearch] = useState("");
  const [offer, setOffer] = useState<Offer>("all");
  usePageTitle("Catalogue");

  const wanted = search.trim().toLocaleLowerCase("en");
  const shown = data?.staffCountries.filter(
    ({ name, isActive, visaCount, activeVisaCount }) =>
      name.toLocaleLowerCase("en").includes(wanted) &&
      (offer === "all" || (offer === "on" ? isActive : !isActive || activeVisaCount < visaCount)),
  );
  return (
    <div className={styles["page"]}>
      <div className={styles["head"]}>
        <h1 tabIndex={-1}>Catalogue</h1>
        <p>Travellers see at once what you save here. Applications already started keep their price.</p>
      </div>
      <form role="search" className={styles["filter"]} onSubmit={(event) => event.preventDefault()}>
        <Field id="catalogue-search" label="Country">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              autoComplete="off"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
        </Field>
        <Field id="catalogue-offer" label="Show">
          {(control) => (
            <SelectInput
              {...control}
              value={offer}
              onChange={(event) => setOffer(event.target.value as Offer)}
            >
              <option value="all">All</option>
              <option value="on">Published</option>
              <option value="off">With something unpublished</option>
            </SelectInput>
          )}
        </Field>
      </form>
      {shown ? (
        <>
          <p role="status" className={styles["count"]}>
            {shown.length} {shown.length === 1 ? "country" : "countries"}
          </p>
          {shown.length > 0 ? (
            <ul className={styles["list"]}>
              {shown.map((country) => (
                <CountryRow key={country.visaCountryId} country={country} />
              ))}
            </ul>
          ) : (
            <EmptyState title="No country matches">
              <p>Try fewer letters, or show all.</p>
            </EmptyState>
          )}
        </>
      ) : error ? (
        <LoadFailure message={errorMessage(error)} onRetry={() => void refetch().catch(() => undefined)} />
      ) : (
        <LoadingRegion className={styles["list"]}>
          <Skeleton height={72} />
          <Skeleton height={72} />
          <Skeleton height={72} />
        </LoadingRegion>
      )}
    </div>
  );
}

function CountryRow({ country }: { country: Country }) {
  const { name, countryUrl, flagUrl, isActive, visaCount, activeVisaCount, lastChange } = country;
  return (
    <li className={styles["row"]}>
      <FlagImage src={flagUrl} country={name} width={48} decorative />
      <div className={styles["name"]}>
        <Link to={paths.catalogueAdmin(countryUrl)}>{name}</Link>
        <span>
          {activeVisaCount === visaCount
            ? `${visaCount} ${visaCount === 1 ? "visa" : "visas"}`
            : `${activeVisaCount} of ${visaCount} visas published`}
        </span>
      </div>
      <PublishedChip isOn={isActive} />
      <p className={styles["change"]}>
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
