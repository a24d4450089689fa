import { ButtonLink } from "../../components/ButtonLink";
import { Icon } from "../../components/Icon";
import { useHead } from "../../lib/useHead";
import { usePageTitle } from "../../lib/usePageTitle";
import { paths } from "../../paths";
import styles from "./Page.module.css";

/** `/fav`: static placeholder cards, no calls (spec §2). */
export default function FavPage() {
  usePageTitle("Favourites");
  useHead({ noindex: true });
  return (
    <div className={`container ${styles["page"]}`}>
      <h1 tabIndex={-1}>Favourites</h1>
      <ul className={styles["cards"]}>
        {[1, 2, 3].map((place) => (
          <li key={place} className={styles["card"]}>
            <Icon name="heart" size={28} />
            <p>Nothing saved yet</p>
          </li>
        ))}
      </ul>
      <ButtonLink to={paths.home()}>Search for visas</ButtonLink>
    </div>
  );
}
