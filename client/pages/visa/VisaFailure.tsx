import { LoadFailure } from "../../components/LoadFailure";
import { usePageTitle } from "../../seo/usePageTitle";
import styles from "./VisaDetails.module.css";

/** The visa did not come; header and footer stay. */
export function VisaFailure({ onRetry }: { onRetry: () => void }) {
  usePageTitle("Visa", { hasError: true });
  return (
    <div className={`container ${styles["page"]}`}>
      <h1 tabIndex={-1}>Visa</h1>
      <LoadFailure message="We could not load this visa" onRetry={onRetry} />
    </div>
  );
}
