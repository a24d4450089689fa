import { FlagImage } from "../../catalogue/FlagImage";
import { siteClaims } from "../../catalogue/siteClaims";
import { processingDays } from "../../catalogue/visaTexts";
import { Breadcrumb } from "../../components/Breadcrumb";
import { formatInr } from "../../../server/core/money.rules";
import { paths } from "../../paths";
import styles from "./CountryPage.module.css";
import type { CountryOnPageFragment } from "./public.generated";

/** Flag, name, the fixed claims (siteClaims.ts) and the actual figures. */
export function CountryHeading({ country }: { country: CountryOnPageFragment }) {
  const { lowestPrice, lowestProcessingTime } = country;
  return (
    <>
      <Breadcrumb
        steps={[
          { label: "Home", to: paths.home() },
          { label: "Visas", to: paths.visas() },
        ]}
        here={country.name}
      />
      <div className={styles["heading"]}>
        <FlagImage src={country.flagUrl} country={country.name} width={104} lazy={false} />
        <div>
          <h1 tabIndex={-1}>{country.name} Visas</h1>
          <ul className={styles["claims"]}>
            <li>{siteClaims.countryProcessing}</li>
            <li>{siteClaims.countryStartingFrom}</li>
          </ul>
          {lowestPrice !== null && lowestProcessingTime !== null && (
            <p className={styles["today"]}>
              Lowest here today: {formatInr(lowestPrice)}, {processingDays(lowestProcessingTime)}
            </p>
          )}
        </div>
      </div>
    </>
  );
}
