import { useEffect } from "react";
import { errorCode } from "../../lib/errorMessage";
import { useVisaGuideQuery } from "./operations.generated";

const retryMs = 5_000;

/** Loads what the visa requires, and again if the server was busy: until then, the form has no places for documents. */
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
