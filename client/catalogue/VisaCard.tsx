import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { DescriptionList } from "../components/DescriptionList";
import { Icon } from "../components/Icon";
import { Price } from "../components/Price";
import { paths } from "../paths";
import { FavouriteButton } from "./FavouriteButton";
import type { SavableVisa } from "./favourites";
import styles from "./VisaCard.module.css";
import { VisaCardFrame } from "./VisaCardFrame";
import { choiceLabel, processingUpto } from "./visaTexts";

interface VisaCardProps {
  visa: SavableVisa & { isTransit?: boolean };
  heading: "h2" | "h3";
  priceNote?: ReactNode;
  eager?: boolean;
  decorativeFlag?: boolean;
  onDropped?: () => void;
}

export function VisaCard({ visa, heading: Heading, priceNote, onDropped, ...flag }: VisaCardProps) {
  return (
    <VisaCardFrame
      flagUrl={visa.flagUrl}
      country={visa.visaCountryName}
      action={<FavouriteButton visa={visa} onDropped={onDropped} />}
      {...flag}
      head={
        <>
          <Heading className={styles["country"]}>{visa.visaCountryName}</Heading>
          <p className={`small ${styles["name"]}`}>
            {visa.visaName}
            {visa.isTransit && " · transit"}
          </p>
        </>
      }
    >
      <DescriptionList
        isInline
        facts={[
          { label: "Processing", value: processingUpto(visa.processingTime) },
          { label: "Stay", value: choiceLabel(visa.stayPeriod) && visa.stayPeriod },
          { label: "Validity", value: choiceLabel(visa.validity) && visa.validity },
          { label: "Entry", value: choiceLabel(visa.entry) },
        ]}
      />
      <div className={`cluster spread gap-x-3 ${styles["foot"]}`}>
        <p>
          <Price rupees={visa.adultPrice} className={styles["price"]} />
          {priceNote && <span className={`small ${styles["note"]}`}>{priceNote}</span>}
        </p>
        <Link to={paths.visa(visa.visaUrl)} className={`touch cover plain-link gap-1 ${styles["link"]}`}>
          View Details
          <span className="visually-hidden">
            {" "}
            – {visa.visaName}, {visa.visaCountryName}
          </span>
          <Icon name="arrow" />
        </Link>
      </div>
    </VisaCardFrame>
  );
}
