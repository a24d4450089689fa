import { useLayoutEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { Button } from "../components/Button";
import { useHead } from "../lib/useHead";
import { paths } from "../paths";
import { useLogin } from "../session/LoginProvider";
import { rememberTarget } from "../session/pending";
import { useSession, useSessionExpired } from "../session/session";
import styles from "./AccountLayout.module.css";
import { SideMenu } from "./SideMenu";

/**
 * The frame of the signed-in pages. Without a stored user id the visitor goes to `/` before anything is painted
 * (spec §2); when the session runs out under an open page, the page stays for the next login.
 */
export function AccountLayout() {
  const session = useSession();
  const isExpired = useSessionExpired();
  const { pathname, search } = useLocation();
  useHead({ noindex: true });

  if (!session && !isExpired) return <SendHome from={pathname + search} />;
  return (
    <div className={`container ${styles["columns"]}`}>
      <SideMenu />
      <div className={styles["page"]}>
        {isExpired && <LogInAgain />}
        <Outlet />
      </div>
    </div>
  );
}

function SendHome({ from }: { from: string }) {
  useLayoutEffect(() => rememberTarget(from), [from]);
  return <Navigate to={paths.home()} replace />;
}

function LogInAgain() {
  const { openLogin } = useLogin();
  return (
    <div className={styles["expired"]} role="status">
      <p>Your session has ended. Log in again to go on; what you entered is kept.</p>
      <Button variant="secondary" onClick={() => openLogin()}>
        Log in
      </Button>
    </div>
  );
}
