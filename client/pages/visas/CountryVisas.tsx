import { FavouriteButton } from "../../catalogue/FavouriteButton";
import { VisaCardFrame } from "../../catalogue/VisaCardFrame";
import { choiceLabel, processingDays, visaTypeLabel } from "../../catalogue/visaTexts";
import { ButtonLink } from "../../components/Button";
import { DescriptionList } from "../../components/DescriptionList";
import { Price } from "../../components/Price";
import { paths } from "../../paths";
import styles from "./CountryPage.module.css";
import { formatTotalInr } from "../../../server/core/money.rules";
import type { CountryOnPageFragment } from "./public.generated";

export function CountryVisas({ country }: { country: CountryOnPageFragment }) {
  return (
    <section aria-labelledby="visas">
      <h2 id="visas" className="visually-hidden">
        Available visas
      </h2>
      <ul className={`stack-4 ${styles["visas"]}`}>
        {country.visas.map((visa) => (
          <li key={visa.visaId}>
            <VisaOffer country={country} visa={visa} />
          </li>
        ))}
        <li aria-hidden="true" className={styles["placeholder"]}>
          More visas soon
        </li>
      </ul>
    </section>
  );
}

function VisaOffer({
  country,
  visa,
}: {
  country: CountryOnPageFragment;
  visa: CountryOnPageFragment["visas"][number];
}) {
  const { name: visaCountryName, flagSrc, flagUrl } = country;
  return (
    <VisaCardFrame
      flagUrl={country.flagUrl}
      country={country.name}
      decorativeFlag
      action={<FavouriteButton visa={{ ...visa, visaCountryName, flagSrc, flagUrl }} />}
      head={
        <>
          <p className={styles["type"]}>{visaTypeLabel(visa)}</p>
          <h3>{visa.visaName}</h3>
        </>
      }
    >
      <DescriptionList
        isInline
        facts={[
          { label: "Processing time", value: processingDays(visa.processingTime) },
          { label: "Stay period", value: choiceLabel(visa.stayPeriod) && visa.stayPeriod },
          { label: "Validity", value: choiceLabel(visa.validity) && visa.validity },
          { label: "Entry", value: choiceLabel(visa.entry) },
        ]}
      />
      <div className={`cluster spread gap-2 ${styles["foot"]}`}>
        <p>
          <span className={`small ${styles["note"]}`}>Fees</span>
          <Price rupees={visa.adultPrice} className={styles["price"]} />
          <span className={`small ${styles["note"]}`}>{formatTotalInr(visa.priceSummary.total)}</span>
        </p>
        <ButtonLink to={paths.visa(visa.visaUrl)} aria-label={`Apply – ${visa.visaName}`}>
          Apply
        </ButtonLink>
      </div>
    </VisaCardFrame>
  );
}
