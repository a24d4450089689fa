import { Outlet } from "react-router-dom";
import styles from "./AccountLayout.module.css";
import { SideMenu } from "./SideMenu";

/** The frame of the traveller's own pages: the side menu beside the page. */
export function AccountLayout() {
  return (
    <div className={`container ${styles["columns"]}`}>
      <SideMenu />
      <div className={styles["page"]}>
        <Outlet />
      </div>
    </div>
  );
}
