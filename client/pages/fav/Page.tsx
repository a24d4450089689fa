import { ButtonLink } from "../../components/ButtonLink";
import { useFavourites } from "../../catalogue/favourites";
import { useHead } from "../../seo/useHead";
import { usePageTitle } from "../../seo/usePageTitle";
import { paths } from "../../paths";
import { KeptVisas } from "./KeptVisas";
import styles from "./Page.module.css";
import { Placeholders } from "./Placeholders";
import { useRemoval } from "./useRemoval";

/** `/fav`: the visas kept on this device, without a call; static placeholder cards while there are none (spec §2). */
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
          ? "Press the heart on a visa to keep it here, on this device."
          : "Kept on this device only. Logging out erases them."}
      </p>
      <ButtonLink to={paths.home()} variant={isEmpty ? "primary" : "secondary"}>
        Search for visas
      </ButtonLink>
      <KeptVisas favourites={favourites} removal={removal} />
      {isEmpty && <Placeholders />}
    </div>
  );
}
