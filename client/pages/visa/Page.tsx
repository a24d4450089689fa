import { useEffect } from "react";
import { Navigate, useParams } from "react-router-dom";
import { logFailure } from "../../lib/logFailure";
import { paths } from "../../paths";
import { useVisaQuery } from "./operations.generated";
import { VisaById } from "./VisaById";
import { VisaDetails } from "./VisaDetails";
import { VisaFailure } from "./VisaFailure";
import { VisaLoading } from "./VisaLoading";
import { VisaNotFound } from "./VisaNotFound";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface VisaPageProps {
  /** Fetches the wizard's scripts while the visitor still looks at Apply Now. */
  prefetchWizard: () => void;
}

/**
 * `/visa/{key}`: the key is a visa's slug, else its id, else a country's slug (readings of the spec, a). An id and
 * a slug in another letter case are replaced by the slug.
 */
export default function VisaPage({ prefetchWizard }: VisaPageProps) {
  const { key = "" } = useParams();
  return uuid.test(key) ? (
    <VisaById visaId={key} />
  ) : (
    <VisaBySlug key={key} slug={key} prefetchWizard={prefetchWizard} />
  );
}

function VisaBySlug({ slug, prefetchWizard }: VisaPageProps & { slug: string }) {
  const { data, error, refetch } = useVisaQuery({ variables: { key: slug } });

  useEffect(() => {
    if (error) logFailure(`Visa ${slug}`, error);
    else if (data && !data.visa && !data.country) logFailure("Visa", `no visa at ${slug}`);
  }, [error, data, slug]);

  if (data?.visa) {
    if (data.visa.visaUrl !== slug) return <Navigate to={paths.visa(data.visa.visaUrl)} replace />;
    return <VisaDetails visa={data.visa} onNearApply={prefetchWizard} />;
  }
  if (data?.country) return <Navigate to={paths.visas(data.country.countryUrl)} replace />;
  if (data) return <VisaNotFound />;
  if (error) {
    return (
      <VisaFailure
        onRetry={() => void refetch().catch((again: unknown) => logFailure(`Visa ${slug}`, again))}
      />
    );
  }
  return <VisaLoading />;
}
