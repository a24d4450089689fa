import { Link } from "react-router-dom";
import { FlagImage } from "../../catalogue/FlagImage";
import type { CountriesQuery } from "../../catalogue/public.generated";
import { processingUpto } from "../../catalogue/visaTexts";
import { EmptyState } from "../../components/feedback/EmptyState";
import { formatInr, formatTotalInr } from "../../../server/core/money.rules";
import { paths } from "../../paths";
import styles from "./CountryList.module.css";

interface CountryCardsProps {
  countries: CountriesQuery["countries"];
  /** The search text; "" if there is none. */
  wanted: string;
}

/** The countries, each with its lowest price and shortest processing time. */
export function CountryCards({ countries, wanted }: CountryCardsProps) {
  const count = countries.length;
  return (
    <>
      <div role="status" className={styles["found"]}>
        {count > 0 && wanted && `${count === 1 ? "1 country" : `${count} countries`} for '${wanted}'`}
        {count === 0 && (
          <EmptyState title={wanted ? `No country matches '${wanted}'` : "No visas are open right now"} />
        )}
      </div>
      {wanted && (
        <p>
          <Link to={paths.visas()} className={styles["all"]}>
            Show all countries
          </Link>
        </p>
      )}
      <ul className={styles["cards"]}>
        {countries.map((country) => (
          <li key={country.visaCountryId} className={styles["card"]}>
            <FlagImage src={country.flagUrl} country={country.name} width={64} decorative />
            <div>
              <h2 className={styles["name"]}>
                <Link to={paths.visas(country.countryUrl)} className={styles["link"]}>
                  {country.name}
                </Link>
              </h2>
              <p className={styles["facts"]}>
                {country.lowestPrice !== null && country.leadVisa && (
                  <>
                    <span>From {formatInr(country.lowestPrice)}</span>
                    <span>{formatTotalInr(country.leadVisa.priceSummary.total)}</span>
                  </>
                )}
                {country.lowestProcessingTime !== null && (
                  <span>{processingUpto(country.lowestProcessingTime)}</span>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
