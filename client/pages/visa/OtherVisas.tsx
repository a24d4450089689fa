import { Link } from "react-router-dom";
import { FavouriteButton } from "../../catalogue/FavouriteButton";
import { VisaCardFrame } from "../../catalogue/VisaCardFrame";
import { visaTypeLabel } from "../../catalogue/visaTexts";
import { paths } from "../../paths";
import type { VisaOnPageFragment } from "./public.generated";
import { formatTotalInr, formatFromInr } from "../../../server/core/money.rules";
import styles from "./OtherVisas.module.css";

export function OtherVisas({ visa }: { visa: VisaOnPageFragment }) {
  const { name, countryUrl, visas } = visa.country;
  const others = visas.filter(({ visaId }) => visaId !== visa.visaId);
  return (
    <section aria-labelledby="others" className={`no-print stack-4 ${styles["others"]}`}>
      <h2 id="others">Check other visas from {name}</h2>
      {others.length > 0 && (
        <ul className="cards stack-4">
          {others.map((other) => (
            <li key={other.visaId}>
              <VisaCardFrame
                flagUrl={other.flagUrl}
                country={name}
                decorativeFlag
                action={<FavouriteButton visa={other} />}
                head={
                  <>
                    <p className="small">{other.visaCountryName}</p>
                    <h3 className={styles["name"]}>
                      <Link to={paths.visa(other.visaUrl)} className="cover plain-link">
                        {other.visaName}
                      </Link>
                    </h3>
                  </>
                }
              >
                <p className={`wrap gap-x-4 muted ${styles["line"]}`}>
                  <span>{visaTypeLabel(other)}</span>
                  <span>Get in {other.processingTime} days</span>
                </p>
                <p className={styles["price"]}>{formatFromInr(other.adultPrice)}</p>
                <p className={`small ${styles["total"]}`}>{formatTotalInr(other.priceSummary.total)}</p>
              </VisaCardFrame>
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link to={paths.visas(countryUrl)} className={`touch ${styles["all"]}`}>
          All {name} visas
        </Link>
      </p>
    </section>
  );
}
