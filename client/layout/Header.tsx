import { Link, NavLink } from "react-router-dom";
import { Icon } from "../components/Icon";
import { brandName } from "../lib/site";
import { paths } from "../paths";
import { useLogin } from "../auth/LoginProvider";
import { useSession } from "../auth/session";
import styles from "./Header.module.css";
import { Logo } from "./Logo";

/** Logo, the favourites, and `Login or Signup` or `MyAccount`. */
export function Header() {
  const brand = brandName();
  const session = useSession();
  const { openLogin } = useLogin();
  return (
    <header className={styles["header"]}>
      <div className={`container ${styles["row"]}`}>
        <Link to={paths.home()} className={styles["home"]} aria-label={`${brand} home`}>
          <Logo />
          <span>{brand}</span>
        </Link>
        <div className={styles["ways"]}>
          <NavLink to={paths.fav()} className={styles["fav"]} aria-label="Favourites">
            <Icon name="heart" size={22} />
          </NavLink>
          {session ? (
            <NavLink to={paths.profile()} className={styles["account"]}>
              <Icon name="person" size={18} /> MyAccount
            </NavLink>
          ) : (
            <button type="button" className={styles["account"]} onClick={() => openLogin()}>
              Login or Signup
            </button>
          )}
        </div>
      </div>
    </header>
  );
}
