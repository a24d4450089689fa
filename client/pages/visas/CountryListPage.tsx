import { useSearchParams } from "react-router-dom";
import { findCountries } from "../../../server/modules/catalogue/countrySearch.rules";
import { useCountriesQuery } from "../../catalogue/public.generated";
import { CountrySearch } from "../../catalogue/search/CountrySearch";
import { LoadFailure } from "../../components/feedback/LoadFailure";
import { LoadingRegion, Skeleton } from "../../components/feedback/Skeleton";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import { CountryCards } from "./CountryCards";
import styles from "./CountryList.module.css";

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
    <div className={`container ${styles["page"]}`}>
      <h1 tabIndex={-1}>Visas by country</h1>
      <CountrySearch text={wanted} />
      {data ? (
        <CountryCards countries={findCountries(data.countries, wanted)} wanted={wanted} />
      ) : error ? (
        <LoadFailure message="We could not load the countries" onRetry={refetch} />
      ) : (
        <LoadingRegion className={styles["cards"]}>
          {Array.from({ length: 12 }, (_, index) => (
            <Skeleton key={index} height={138} />
          ))}
        </LoadingRegion>
      )}
    </div>
  );
}
