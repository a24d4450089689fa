import { VisaSticker } from "../../catalogue/VisaCard";
import { formatDay } from "../../lib/days";
import type { Favourite } from "../../catalogue/favourites";

interface FavouriteCardProps {
  favourite: Favourite;
  onRemoved: (favourite: Favourite) => void;
}

/** A kept visa as a sticker, with the price of the day on which it was kept. */
export function FavouriteCard({ favourite, onRemoved }: FavouriteCardProps) {
  return (
    <li>
      <VisaSticker
        visa={favourite}
        heading="h2"
        decorativeFlag
        priceNote={`Price when saved on ${formatDay(favourite.savedAt)}`}
        onDropped={() => onRemoved(favourite)}
      />
    </li>
  );
}
