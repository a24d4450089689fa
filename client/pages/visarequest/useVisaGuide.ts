import { useEffect } from "react";
import { errorCode } from "../../lib/errorMessage";
import { useVisaGuideQuery } from "./operations.generated";

const retryMs = 5_000;

/** Loads the visa's requirements; retries if the server was busy, because without them the form has no slots for documents. */
export function useVisaGuide(visaRequestId: string) {
  const guide = useVisaGuideQuery({ variables: { visaRequestId }, skip: !visaRequestId });
  const { error, refetch } = guide;
  useEffect(() => {
    if (!error || (errorCode(error) ?? "UNAVAILABLE") !== "UNAVAILABLE") return;
    const timer = setTimeout(() => void refetch().catch(() => undefined), retryMs);
    return () => clearTimeout(timer);
  }, [error, refetch]);
  return guide;
}
