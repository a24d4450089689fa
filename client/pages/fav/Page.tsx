import { useFavourites } from "../../catalogue/favourites";
import { ButtonLink } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import { SavedVisas } from "./SavedVisas";
import styles from "./Page.module.css";
import { useRemoval } from "./useRemoval";

/**
 * `/fav`: the visas saved on this device, shown without a request; static placeholder cards if there are
 * none.
 */
export default function FavPage() {
  const favourites = useFavourites();
  const removal = useRemoval();
  const isEmpty = favourites.length === 0;
  usePageTitle("Favourites");
  useHead({ noindex: true });

  return (
    <div className={`container ${styles["page"]}`}>
      <h1 tabIndex={-1}>Favourites</h1>
      <p className={styles["lead"]}>
        {isEmpty
          ? "Press the heart on a visa to save it here, on this device."
          : "Saved on this device only. Logging out erases them."}
      </p>
      <ButtonLink to={paths.home()} variant={isEmpty ? "primary" : "secondary"}>
        Search for visas
      </ButtonLink>
      <SavedVisas favourites={favourites} removal={removal} />
      {isEmpty && <Placeholders />}
    </div>
  );
}

/** Static placeholder cards, shown if no visas are saved. */
function Placeholders() {
  return (
    <ul className={styles["cards"]}>
      {[1, 2, 3].map((place) => (
        <li key={place} className={styles["placeholder"]}>
          <Icon name="heart" size={28} />
          <p>Nothing saved yet</p>
        </li>
      ))}
    </ul>
  );
}
