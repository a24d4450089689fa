import { useEffect } from "react";
import { errorCode } from "../../lib/errorMessage";
import { useVisaGuideQuery } from "./operations.generated";

const retryMs = 5_000;

/** Loads the visa's requirements, which the form needs for its documents; retries if the server is unavailable. */
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
