import { LoadFailure } from "../../components/LoadFailure";
import { usePageTitle } from "../../seo/usePageTitle";

/** The country did not come; header and footer stay. */
export function CountryFailure({ onRetry }: { onRetry: () => void }) {
  usePageTitle("Visas", { hasError: true });
  return (
    <>
      <h1 tabIndex={-1}>Visas</h1>
      <LoadFailure message="We could not load this country" onRetry={onRetry} />
    </>
  );
}
