import { Link } from "react-router-dom";
import { Facts } from "../../components/Facts";
import { FavouriteButton } from "../../components/FavouriteButton";
import { Icon } from "../../components/Icon";
import { Price } from "../../components/Price";
import { Sticker } from "../../components/Sticker";
import { formatDay } from "../../lib/days";
import type { Favourite } from "../../lib/favourites";
import { choiceWord, machineLine, processingUpto } from "../../lib/visaTexts";
import { paths } from "../../paths";
import styles from "./FavouriteCard.module.css";

interface FavouriteCardProps {
  favourite: Favourite;
  onRemoved: (favourite: Favourite) => void;
}

/** A kept visa as a sticker, with the price of the day on which it was kept. */
export function FavouriteCard({ favourite, onRemoved }: FavouriteCardProps) {
  const { visaName, visaCountryName, flagUrl } = favourite;
  return (
    <li>
      <Sticker
        flagUrl={flagUrl}
        country={visaCountryName}
        decorativeFlag
        machineLine={machineLine(favourite)}
        action={<FavouriteButton visa={favourite} onDropped={() => onRemoved(favourite)} />}
      >
        <h2 className={styles["country"]}>{visaCountryName}</h2>
        <p className={styles["name"]}>{visaName}</p>
        <Facts
          facts={[
            { label: "Processing", value: processingUpto(favourite.processingTime) },
            { label: "Stay", value: choiceWord(favourite.stayPeriod) && favourite.stayPeriod },
            { label: "Validity", value: choiceWord(favourite.validity) && favourite.validity },
            { label: "Entry", value: choiceWord(favourite.entry) },
          ]}
        />
        <div className={styles["foot"]}>
          <p>
            <Price rupees={favourite.adultPrice} className={styles["price"]} />
            <span className={styles["asOf"]}>Price when saved on {formatDay(favourite.savedAt)}</span>
          </p>
          <Link to={paths.visa(favourite.visaUrl)} className={styles["link"]}>
            View Details
            <span className="visually-hidden">
              {" "}
              – {visaName}, {visaCountryName}
            </span>
            <Icon name="arrow" />
          </Link>
        </div>
      </Sticker>
    </li>
  );
}
