import { LoadingRegion, Skeleton } from "../../components/Skeleton";
import styles from "./Page.module.css";

/** The place of the page while it loads. */
export function VisaLoading() {
  return (
    <LoadingRegion className={`container ${styles["loading"]}`}>
      <Skeleton height={44} width="70%" />
      <Skeleton height={140} />
      <Skeleton height={220} />
      <Skeleton height={220} />
    </LoadingRegion>
  );
}
