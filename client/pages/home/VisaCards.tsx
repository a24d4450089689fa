import { VisaCard } from "../../catalogue/VisaCard";
import { LoadingRegion, Skeleton } from "../../components/feedback/Skeleton";
import type { PopularVisasQuery } from "./public.generated";
import { formatTotalInr } from "../../../server/core/money.rules";
import styles from "./VisaCards.module.css";

/** The popular visas as cards. */
export function VisaCards({ visas }: { visas: PopularVisasQuery["popularVisas"] }) {
  return (
    <ul className={styles["cards"]}>
      {visas.map((visa, index) => (
        <li key={visa.visaId}>
          <VisaCard
            visa={visa}
            heading="h3"
            eager={index === 0}
            priceNote={formatTotalInr(visa.priceSummary.total)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Placeholders for the cards while they load. */
export function VisaCardsLoading() {
  return (
    <LoadingRegion className={styles["cards"]}>
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} height={170} />
      ))}
    </LoadingRegion>
  );
}
