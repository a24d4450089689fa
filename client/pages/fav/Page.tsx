import { type Favourite, restoreFavourite, useFavourites } from "../../catalogue/favourites";
import { Button, ButtonLink } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import styles from "./Page.module.css";
import { useEffect, useRef, useState } from "react";
import { VisaCard } from "../../catalogue/VisaCard";
import { formatDay } from "../../lib/days";
import { useAnnounce } from "../../components/feedback/ToastProvider";

/** `/fav`: the visas saved on this device, shown without a query to the server. */
export default function FavPage() {
  const favourites = useFavourites();
  const isEmpty = favourites.length === 0;
  usePageTitle("Favourites");
  useHead({ noindex: true });

  return (
    <div className={`container stack-4 ${styles["page"]}`}>
      <h1 tabIndex={-1}>Favourites</h1>
      <p className="muted">
        {isEmpty
          ? "Press the heart on a visa to save it here, on this device."
          : "Saved on this device only. Logging out erases them."}
      </p>
      <ButtonLink to={paths.home()} variant={isEmpty ? "primary" : "secondary"}>
        Search for visas
      </ButtonLink>
      <SavedVisas favourites={favourites} />
      {isEmpty && <Placeholders />}
    </div>
  );
}

function Placeholders() {
  return (
    <ul className={`cards stack-4 ${styles["cards"]}`}>
      {[1, 2, 3].map((place) => (
        <li key={place} className={styles["placeholder"]}>
          <Icon name="heart" size={28} />
          <p>Nothing saved yet</p>
        </li>
      ))}
    </ul>
  );
}

/** The saved visas, newest first. A removed one is replaced by a focused undo button. */
function SavedVisas({ favourites }: { favourites: Favourite[] }) {
  const list = useRef<HTMLUListElement>(null);
  const { last, onRemoved, undo } = useRemoval();
  const gone = last && !favourites.some(({ visaId }) => visaId === last.visaId) ? last : undefined;
  const before = gone ? favourites.filter(({ savedAt }) => savedAt > gone.savedAt) : favourites;
  const after = favourites.slice(before.length);
  if (favourites.length === 0 && !gone) return null;

  /** Restores the visa and focuses its card, because the undo button no longer exists. */
  const undoAndFocus = () => {
    const place = before.length;
    undo();
    requestAnimationFrame(() => list.current?.children[place]?.querySelector<HTMLElement>("button")?.focus());
  };

  const cards = (shown: readonly Favourite[]) =>
    shown.map((favourite) => (
      <li key={favourite.visaId}>
        <VisaCard
          visa={favourite}
          heading="h2"
          decorativeFlag
          priceNote={`Price when saved on ${formatDay(favourite.savedAt)}`}
          onDropped={() => onRemoved(favourite)}
        />
      </li>
    ));
  return (
    <ul ref={list} className={`cards stack-4 ${styles["cards"]}`}>
      {cards(before)}
      {gone && <GoneCard key={`gone-${gone.visaId}`} favourite={gone} onUndo={undoAndFocus} />}
      {cards(after)}
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

/** Holds the last removal while the page is open, and announces it. */
function useRemoval() {
  const [last, setLast] = useState<Favourite>();
  const announce = useAnnounce();
  return {
    last,
    onRemoved: (favourite: Favourite) => {
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
