import { Icon } from "../../components/Icon";
import styles from "./Page.module.css";

/** The static placeholder cards of the spec, in the place of visas that could be kept. */
export function Placeholders() {
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
