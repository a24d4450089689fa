import { useEffect, useRef } from "react";
import type { Favourite } from "../../catalogue/favourites";
import { VisaCard } from "../../catalogue/VisaCard";
import { Button } from "../../components/Button";
import { formatDay } from "../../lib/days";
import styles from "./Page.module.css";
import type { Removal } from "./useRemoval";

interface SavedVisasProps {
  /** Newest first. */
  favourites: Favourite[];
  removal: Removal;
}

/** The saved visas. A removed one is replaced by a focused undo button. */
export function SavedVisas({ favourites, removal }: SavedVisasProps) {
  const list = useRef<HTMLUListElement>(null);
  const { last } = removal;
  const gone = last && !favourites.some(({ visaId }) => visaId === last.visaId) ? last : undefined;
  const before = gone ? favourites.filter(({ savedAt }) => savedAt > gone.savedAt) : favourites;
  const after = favourites.slice(before.length);
  if (favourites.length === 0 && !gone) return null;

  /** The undo button no longer exists, so the restored card is focused. */
  const undo = () => {
    const place = before.length;
    removal.undo();
    requestAnimationFrame(() => list.current?.children[place]?.querySelector<HTMLElement>("button")?.focus());
  };

  return (
    <ul ref={list} className={styles["cards"]}>
      {before.map((favourite) => (
        <FavouriteCard key={favourite.visaId} favourite={favourite} onRemoved={removal.onRemoved} />
      ))}
      {gone && <GoneCard key={`gone-${gone.visaId}`} favourite={gone} onUndo={undo} />}
      {after.map((favourite) => (
        <FavouriteCard key={favourite.visaId} favourite={favourite} onRemoved={removal.onRemoved} />
      ))}
    </ul>
  );
}

function GoneCard({ favourite, onUndo }: { favourite: Favourite; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <li className={styles["gone"]}>
      <p>
        {favourite.visaName}, {favourite.visaCountryName} was removed.
      </p>
      <Button ref={undo} variant="quiet" onClick={onUndo}>
        Undo
      </Button>
    </li>
  );
}

interface FavouriteCardProps {
  favourite: Favourite;
  onRemoved: (favourite: Favourite) => void;
}

/** A saved visa as a card, with the price at the time of saving. */
function FavouriteCard({ favourite, onRemoved }: FavouriteCardProps) {
  return (
    <li>
      <VisaCard
        visa={favourite}
        heading="h2"
        decorativeFlag
        priceNote={`Price when saved on ${formatDay(favourite.savedAt)}`}
        onDropped={() => onRemoved(favourite)}
      />
    </li>
  );
}
