import { lazy } from "react";
import { Navigate, useParams } from "react-router-dom";
import { LoadFailure } from "../../components/feedback/LoadFailure";
import { LoadingRegion, Skeleton } from "../../components/feedback/Skeleton";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import { countryHead } from "./countryHead";
import { CountryHeading } from "./CountryHeading";
import { CountryKnowledge } from "./CountryKnowledge";
import styles from "./CountryPage.module.css";
import { CountryVisas } from "./CountryVisas";
import { type CountryOnPageFragment, useCountryQuery } from "./public.generated";

/** Loaded on demand, because it includes the search. */
const NotFound = lazy(() => import("../../layout/NotFound"));

/** `/visas/{countryUrl}`: the visas of one country. */
export default function CountryPage() {
  const { countryUrl = "" } = useParams();
  return <VisasOf key={countryUrl} countryUrl={countryUrl} />;
}

function VisasOf({ countryUrl }: { countryUrl: string }) {
  const { data, error, refetch } = useCountryQuery({ variables: { countryUrl } });

  if (data?.country) {
    // Slugs are case-insensitive; the address is replaced by the catalogue's spelling.
    if (data.country.countryUrl !== countryUrl) {
      return <Navigate to={paths.visas(data.country.countryUrl)} replace />;
    }
    return <Country country={data.country} />;
  }
  if (data) return <NotFound title="Page not found" />;
  return (
    <div className={`container ${styles["page"]}`}>
      {error ? (
        <CountryFailure onRetry={refetch} />
      ) : (
        <LoadingRegion className={styles["loading"]}>
          <Skeleton height={44} width="12rem" />
          <Skeleton height={114} />
          <div className={styles["visas"]}>
            <Skeleton height={290} />
            <Skeleton height={290} />
            <Skeleton height={290} />
          </div>
        </LoadingRegion>
      )}
    </div>
  );
}

function Country({ country }: { country: CountryOnPageFragment }) {
  usePageTitle(`${country.name} Visas`);
  useHead(countryHead(country));
  return (
    <div className={`container ${styles["page"]}`}>
      <CountryHeading country={country} />
      <CountryVisas country={country} />
      <CountryKnowledge country={country} />
    </div>
  );
}

/** Shown if the country could not be loaded; header and footer stay. */
function CountryFailure({ onRetry }: { onRetry: () => void }) {
  usePageTitle("Visas", { hasError: true });
  return (
    <>
      <h1 tabIndex={-1}>Visas</h1>
      <LoadFailure message="We could not load this country" onRetry={onRetry} />
    </>
  );
}
