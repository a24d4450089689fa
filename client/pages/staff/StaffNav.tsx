import { NavLink } from "react-router-dom";
import { paths } from "../../paths";
import styles from "./StaffNav.module.css";

const items = [
  { to: paths.staff(), label: "Queue", isExact: true },
  { to: paths.staffMessages(), label: "Messages", isExact: false },
];

/** The parts of the desk, and who sits at it. */
export function StaffNav({ name }: { name: string | undefined }) {
  return (
    <nav aria-label="Desk" className={styles["nav"]}>
      <ul className={styles["list"]}>
        {items.map(({ to, label, isExact }) => (
          <li key={to}>
            <NavLink to={to} end={isExact} className={styles["item"]}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      {name && <span className={styles["name"]}>{name}</span>}
    </nav>
  );
}
