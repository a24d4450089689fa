import { useEffect } from "react";
import { Outlet, useLocation, useNavigate } from "react-router-dom";
import { sessionEndedText, useLogin } from "../auth/LoginProvider";
import { rememberTarget } from "../auth/pending";
import { getSession, hasBeenLoggedIn, useSession, useSessionExpired } from "../auth/session";
import { Button } from "../components/Button";
import { useToast } from "../components/feedback/ToastProvider";
import { paths } from "../paths";
import { useHead } from "../seo/useHead";
import styles from "./SessionGate.module.css";

/**
 * What needs a login. Without a stored user id the visitor goes to `/` before anything is painted, with the login dialog
 * open, and comes back after it; when
 * the session runs out under an open page, the page stays for the next login.
 */
export function SessionGate() {
  const session = useSession();
  const isExpired = useSessionExpired();
  const { pathname, search } = useLocation();
  useHead({ noindex: true });

  if (!session && !isExpired) return <SendHome from={pathname + search} />;
  return (
    <>
      {isExpired && <LogInAgain />}
      <Outlet />
    </>
  );
}

/** Paints nothing, and looks once more: the first render over the server's HTML knows of no session yet. */
function SendHome({ from }: { from: string }) {
  const navigate = useNavigate();
  const { openLogin } = useLogin();
  const toast = useToast();
  useEffect(() => {
    if (getSession()) return;
    rememberTarget(from);
    void navigate(paths.home(), { replace: true });
    if (hasBeenLoggedIn()) toast.success("You are logged out. Log in to see that page.");
    else openLogin({ reason: "Please log in to see that page. You will be taken to it afterwards." });
  }, [from, navigate, openLogin, toast]);
  return null;
}

function LogInAgain() {
  const { openLogin } = useLogin();
  return (
    <div className={`container ${styles["expired"]}`} role="status">
      <p>{sessionEndedText}</p>
      <Button variant="secondary" onClick={() => openLogin()}>
        Log in
      </Button>
    </div>
  );
}
