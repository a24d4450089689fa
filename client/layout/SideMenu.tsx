import { NavLink } from "react-router-dom";
import { Icon, type IconName } from "../components/Icon";
import { paths } from "../paths";
import styles from "./SideMenu.module.css";

const items: { to: string; label: string; icon: IconName }[] = [
  { to: paths.home(), label: "Search", icon: "search" },
  { to: paths.applications(), label: "All applications", icon: "list" },
  { to: paths.profile(), label: "Profile", icon: "person" },
  { to: paths.logout(), label: "Logout", icon: "exit" },
];

/** The menu of the signed-in pages: a bar on a phone, a column beside the page on a desk. */
export function SideMenu() {
  return (
    <nav aria-label="Account" className={styles["menu"]}>
      <ul className={styles["list"]}>
        {items.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} end className={styles["item"]}>
              <Icon name={icon} size={18} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
