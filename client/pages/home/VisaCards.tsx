import { Link } from "react-router-dom";
import { FavouriteButton } from "../../components/FavouriteButton";
import { Facts } from "../../components/Facts";
import { Icon } from "../../components/Icon";
import { Price } from "../../components/Price";
import { LoadingRegion, Skeleton } from "../../components/Skeleton";
import { Sticker } from "../../components/Sticker";
import { choiceWord, machineLine, processingUpto } from "../../lib/visaTexts";
import { paths } from "../../paths";
import type { PopularVisasQuery } from "./popularVisas.generated";
import styles from "./VisaCards.module.css";

type CardVisa = PopularVisasQuery["popularVisas"][number];

/** The popular visas as stickers. */
export function VisaCards({ visas }: { visas: CardVisa[] }) {
  return (
    <ul className={styles["cards"]}>
      {visas.map((visa, index) => (
        <li key={visa.visaId}>
          <VisaCard visa={visa} eager={index < 2} />
        </li>
      ))}
    </ul>
  );
}

function VisaCard({ visa, eager }: { visa: CardVisa; eager: boolean }) {
  return (
    <Sticker
      flagUrl={visa.flagUrl}
      country={visa.visaCountryName}
      machineLine={machineLine(visa)}
      eager={eager}
      action={<FavouriteButton visa={visa} />}
    >
      <h3 className={styles["country"]}>{visa.visaCountryName}</h3>
      <p className={styles["name"]}>{visa.visaName}</p>
      <Facts
        facts={[
          { label: "Processing", value: processingUpto(visa.processingTime) },
          { label: "Stay", value: choiceWord(visa.stayPeriod) && visa.stayPeriod },
          { label: "Validity", value: choiceWord(visa.validity) && visa.validity },
          { label: "Entry", value: choiceWord(visa.entry) },
        ]}
      />
      <p className={styles["foot"]}>
        <span>
          <Price rupees={visa.adultPrice} className={styles["price"]} />
        </span>
        <Link to={paths.visa(visa.visaUrl)} className={styles["link"]}>
          View Details
          <span className="visually-hidden">
            {" "}
            – {visa.visaName}, {visa.visaCountryName}
          </span>
          <Icon name="arrow" />
        </Link>
      </p>
    </Sticker>
  );
}

/** The place of the cards while they load. */
export function VisaCardsLoading() {
  return (
    <LoadingRegion className={styles["cards"]}>
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} height={298} />
      ))}
    </LoadingRegion>
  );
}
