import { useState } from "react";
import { restoreFavourite, type Favourite } from "../../catalogue/favourites";
import { useAnnounce } from "../../components/feedback/ToastProvider";

/** The favourite that was taken out last, so that it can be put back. */
export interface Removal {
  last: Favourite | undefined;
  onRemoved: (favourite: Favourite) => void;
  undo: () => void;
}

/** Remembers the last removal while the page is open, and speaks of it. */
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
