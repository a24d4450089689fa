import { NavLink, Outlet } from "react-router-dom";
import { Icon, type IconName } from "../components/Icon";
import { paths } from "../paths";
import styles from "./AccountLayout.module.css";

export default function AccountLayout() {
  return (
    <div className={`container stack-4 ${styles["columns"]}`}>
      <SideMenu />
      <div className={styles["page"]}>
        <Outlet />
      </div>
    </div>
  );
}

const items: { to: string; label: string; icon: IconName }[] = [
  { to: paths.home(), label: "Search", icon: "search" },
  { to: paths.applications(), label: "All applications", icon: "list" },
  { to: paths.profile(), label: "Profile", icon: "person" },
  { to: paths.logout(), label: "Logout", icon: "exit" },
];

function SideMenu() {
  return (
    <nav aria-label="Account" className={`no-print ${styles["menu"]}`}>
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
