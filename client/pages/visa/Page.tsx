import { lazy, useEffect } from "react";
import { Navigate, useParams } from "react-router-dom";
import { LoadFailure, LoadingRegion, Skeleton } from "../../components/feedback/Skeleton";
import { logFailure } from "../../lib/logFailure";
import { isVisaId, paths } from "../../paths";
import { usePageTitle } from "../../seo/useHead";
import { useVisaAddressesQuery, useVisaQuery } from "./public.generated";
import { VisaDetails } from "./VisaDetails";
import styles from "./VisaDetails.module.css";

/** Loaded on demand, because it includes the search. */
const NotFound = lazy(() => import("../../layout/NotFound"));

interface VisaPageProps {
  /** Prefetches the wizard's scripts when the visitor is about to press Apply Now. */
  prefetchWizard: () => void;
}

/**
 * `/visa/{key}`: the key is a visa's slug. A visa's id redirects to its slug, a country's slug to the country's page.
 */
export default function VisaPage({ prefetchWizard }: VisaPageProps) {
  const { key = "" } = useParams();
  return isVisaId(key) ? (
    <VisaById visaId={key} />
  ) : (
    <VisaBySlug key={key} slug={key} prefetchWizard={prefetchWizard} />
  );
}

function VisaBySlug({ slug, prefetchWizard }: VisaPageProps & { slug: string }) {
  const { data, error, refetch } = useVisaQuery({ variables: { key: slug } });

  useEffect(() => {
    if (data && !data.visa && !data.country) logFailure("Visa", `no visa at ${slug}`);
  }, [data, slug]);

  if (data?.visa) {
    if (data.visa.visaUrl !== slug) return <Navigate to={paths.visa(data.visa.visaUrl)} replace />;
    return <VisaDetails key={data.visa.visaId} visa={data.visa} onNearApply={prefetchWizard} />;
  }
  if (data?.country) return <Navigate to={paths.visas(data.country.countryUrl)} replace />;
  if (data) return <VisaNotFound />;
  if (error) return <VisaFailure onRetry={refetch} />;
  return <VisaLoading />;
}

/** Redirects from `/visa/{visaId}` in older links to the visa's slug. */
function VisaById({ visaId }: { visaId: string }) {
  const { data, error, refetch } = useVisaAddressesQuery();
  if (data) {
    const wanted = visaId.toLowerCase();
    const visa = data.countries.flatMap(({ visas }) => visas).find((one) => one.visaId === wanted);
    return visa ? <Navigate to={paths.visa(visa.visaUrl)} replace /> : <VisaNotFound />;
  }
  if (!error) return <VisaLoading />;
  return <VisaFailure onRetry={refetch} />;
}

function VisaFailure({ onRetry }: { onRetry: () => void }) {
  usePageTitle("Visa", { hasError: true });
  return (
    <div className={`container ${styles["page"]}`}>
      <h1 tabIndex={-1}>Visa</h1>
      <LoadFailure message="We could not load this visa" onRetry={onRetry} />
    </div>
  );
}

function VisaNotFound() {
  return (
    <NotFound title="Visa not found!" text="We may have stopped offering it. Search for your country:" />
  );
}

function VisaLoading() {
  return (
    <LoadingRegion className={`container ${styles["page"]}`}>
      <Skeleton height={44} width="60%" />
      <div className={`stack-6 ${styles["columns"]}`}>
        <Skeleton height={330} />
        <div className={styles["summary"]}>
          <Skeleton height={350} />
        </div>
        <div className={styles["body"]}>
          <Skeleton height={120} />
          <Skeleton height={370} />
          <Skeleton height={370} />
        </div>
      </div>
    </LoadingRegion>
  );
}
