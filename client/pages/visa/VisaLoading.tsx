import { LoadingRegion, Skeleton } from "../../components/Skeleton";
import styles from "./VisaDetails.module.css";

/** The place of the page while it loads: breadcrumb, heading and facts, price summary, body. */
export function VisaLoading() {
  return (
    <LoadingRegion className={`container ${styles["page"]}`}>
      <Skeleton height={44} width="60%" />
      <div className={styles["columns"]}>
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
