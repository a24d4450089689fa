import { useState } from "react";
import { restoreFavourite, type Favourite } from "../../catalogue/favourites";
import { useAnnounce } from "../../components/feedback/ToastProvider";

/** The last removed favourite, for undo. */
export interface Removal {
  last: Favourite | undefined;
  onRemoved: (favourite: Favourite) => void;
  undo: () => void;
}

/** Holds the last removal while the page is open, and announces it. */
export function useRemoval(): Removal {
  const [last, setLast] = useState<Favourite>();
  const announce = useAnnounce();
  return {
    last,
    onRemoved: (favourite) => {
      setLast(favourite);
      announce(`${favourite.visaName}, ${favourite.visaCountryName} is no longer in your favourites`);
    },
    undo: () => {
      if (!last) return;
      restoreFavourite(last);
      setLast(undefined);
      announce(`${last.visaName}, ${last.visaCountryName} is back in your favourites`);
    },
  };
}
