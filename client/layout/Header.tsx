import { Link, NavLink } from "react-router-dom";
import { useLogin } from "../auth/LoginProvider";
import { useSession } from "../auth/session";
import { prefetchLogin } from "../auth/useLoginDialog";
import { Icon } from "../components/Icon";
import { brandName } from "../lib/site";
import { paths } from "../paths";
import styles from "./Header.module.css";

export function Header() {
  const brand = brandName();
  const session = useSession();
  const { openLogin } = useLogin();
  return (
    <header className={styles["header"]}>
      <div className={`container row spread gap-3 ${styles["row"]}`}>
        <Link to={paths.home()} className={`touch gap-2 ${styles["home"]}`} aria-label={`${brand} home`}>
          <Logo />
          <span>{brand}</span>
        </Link>
        <div className={`no-print row gap-2 ${styles["ways"]}`}>
          <NavLink to={paths.fav()} className={`icon-button ${styles["fav"]}`} aria-label="Favourites">
            <Icon name="heart" size={22} />
          </NavLink>
          {session ? (
            <NavLink to={paths.profile()} className={`touch gap-2 ${styles["account"]}`}>
              <Icon name="person" size={18} /> MyAccount
            </NavLink>
          ) : (
            <button
              type="button"
              className={`touch gap-2 ${styles["account"]}`}
              onClick={() => openLogin()}
              onPointerEnter={prefetchLogin}
              onTouchStart={prefetchLogin}
              onFocus={prefetchLogin}
            >
              Login or Signup
            </button>
          )}
        </div>
      </div>
    </header>
  );
}

function Logo() {
  return (
    <svg width="32" height="32" viewBox="0 0 32 32" fill="none" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="6" fill="#15233b" />
      <circle cx="16" cy="16" r="11.5" stroke="#f2b33d" strokeWidth="1.5" strokeDasharray="2 1.6" />
      <path d="m10 11 6 11 6-11" stroke="#fff" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
