import { Navigate } from "react-router-dom";
import { logFailure } from "../../lib/logFailure";
import { paths } from "../../paths";
import { VisaFailure } from "./VisaFailure";
import { VisaLoading } from "./VisaLoading";
import { VisaNotFound } from "./VisaNotFound";
import { useVisaAddressesQuery } from "./operations.generated";

/** Turns `/visa/{visaId}`, which older links hold, into the visa's slug. */
export function VisaById({ visaId }: { visaId: string }) {
  const { data, error, refetch } = useVisaAddressesQuery();
  if (data) {
    const wanted = visaId.toLowerCase();
    const visa = data.countries.flatMap(({ visas }) => visas).find((one) => one.visaId === wanted);
    return visa ? <Navigate to={paths.visa(visa.visaUrl)} replace /> : <VisaNotFound />;
  }
  if (!error) return <VisaLoading />;
  return (
    <VisaFailure
      onRetry={() => void refetch().catch((again: unknown) => logFailure(`Visa ${visaId}`, again))}
    />
  );
}
