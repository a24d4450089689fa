import { lazy, Suspense } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { findCountries } from "../../../server/modules/catalogue/countrySearch.rules";
import { type CountriesQuery, useCountriesQuery } from "../../catalogue/public.generated";
import { CountrySearch } from "../../catalogue/search/CountrySearch";
import { EmptyState, LoadFailure, LoadingRegion, Skeleton } from "../../components/feedback/Skeleton";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import styles from "./CountryList.module.css";
import { FlagImage } from "../../catalogue/FlagImage";
import { processingUpto } from "../../catalogue/visaTexts";
import { formatInr, formatTotalInr } from "../../../server/core/money.rules";

/** Loaded on demand, because most searches find a country. */
const CountrySuggestions = lazy(() => import("../../catalogue/suggestions/CountrySuggestions"));

/** `/visas`: all countries, or those that match `?q=`. */
export default function CountryListPage() {
  const [searchParams] = useSearchParams();
  const wanted = searchParams.get("q")?.trim() ?? "";
  const { data, error, refetch } = useCountriesQuery();
  usePageTitle(wanted ? `Visas for "${wanted}"` : "Visas by country");
  useHead({
    description:
      "Every country we get visas for, with the lowest price and the shortest processing time of each.",
    keywords: "visa by country, visa price, visa processing time",
    canonicalPath: paths.visas(),
  });

  return (
    <div className={`container stack-5 ${styles["page"]}`}>
      <h1 tabIndex={-1}>Visas by country</h1>
      <CountrySearch text={wanted} />
      {data ? (
        <CountryCards countries={findCountries(data.countries, wanted)} wanted={wanted} />
      ) : error ? (
        <LoadFailure message="We could not load the countries" onRetry={refetch} />
      ) : (
        <LoadingRegion className={`cards stack-3 ${styles["cards"]}`}>
          {Array.from({ length: 12 }, (_, index) => (
            <Skeleton key={index} height={138} />
          ))}
        </LoadingRegion>
      )}
    </div>
  );
}

interface CountryCardsProps {
  countries: CountriesQuery["countries"];
  /** The search text; "" if there is none. */
  wanted: string;
}

function CountryCards({ countries, wanted }: CountryCardsProps) {
  const count = countries.length;
  return (
    <>
      <div role="status" className={styles["found"]}>
        {count > 0 && wanted && `${count === 1 ? "1 country" : `${count} countries`} for '${wanted}'`}
        {count === 0 && (
          <EmptyState title={wanted ? `No country matches '${wanted}'` : "No visas are open right now"} />
        )}
      </div>
      {count === 0 && wanted && (
        <Suspense>
          <CountrySuggestions text={wanted} />
        </Suspense>
      )}
      {wanted && (
        <p>
          <Link to={paths.visas()} className="touch">
            Show all countries
          </Link>
        </p>
      )}
      <ul className={`cards stack-3 ${styles["cards"]}`}>
        {countries.map((country) => (
          <li key={country.visaCountryId} className={`row sheet pad gap-4 ${styles["card"]}`}>
            <FlagImage src={country.flagUrl} country={country.name} decorative />
            <div>
              <h2 className="text-l">
                <Link to={paths.visas(country.countryUrl)} className={`cover ${styles["link"]}`}>
                  {country.name}
                </Link>
              </h2>
              <p className={`muted numbers ${styles["facts"]}`}>
                {country.lowestPrice !== null && country.lowestTotal !== null && (
                  <>
                    <span>From {formatInr(country.lowestPrice)}</span>
                    <span>{formatTotalInr(country.lowestTotal)}</span>
                  </>
                )}
                {country.lowestProcessingTime !== null && (
                  <span>{processingUpto(country.lowestProcessingTime)}</span>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
