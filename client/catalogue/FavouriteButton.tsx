import { useToast } from "../components/feedback/ToastProvider";
import { Icon } from "../components/Icon";
import { classes } from "../lib/classes";
import styles from "./FavouriteButton.module.css";
import { dropFavourite, saveFavourite, maxFavourites, useFavourites, type SavableVisa } from "./favourites";

interface FavouriteButtonProps {
  visa: SavableVisa;
  onDropped?: () => void;
  className?: string;
}

/** A 44 px heart button that saves a visa on this device or removes it. */
export function FavouriteButton({ visa, onDropped, className }: FavouriteButtonProps) {
  const favourites = useFavourites();
  const toast = useToast();
  const isSaved = favourites.some(({ visaId }) => visaId === visa.visaId);

  const toggle = () => {
    if (isSaved) {
      dropFavourite(visa.visaId);
      return onDropped?.();
    }
    if (!saveFavourite(visa)) {
      const isFull = favourites.length >= maxFavourites;
      toast.error(isFull ? "Your favourites are full. Remove one first." : "This device could not save it.");
    } else if (favourites.length === 0) {
      toast.success("Saved on this device. Favourites is at the foot of each page.");
    }
  };

  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={`Save ${visa.visaName}, ${visa.visaCountryName} to favourites`}
      className={classes("no-print icon-button", styles["heart"], className)}
      onClick={toggle}
    >
      <Icon name="heart" size={22} />
    </button>
  );
}
