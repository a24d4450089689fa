import { Fragment, useEffect } from "react";
import { Outlet, useLocation, useNavigate } from "react-router-dom";
import { type LoginState, sessionEndedText, useLogin } from "../auth/LoginProvider";
import { findFormerUserId, getSession, useLastUserId, useSession, useSessionExpired } from "../auth/session";
import { Button } from "../components/Button";
import { useToast } from "../components/feedback/ToastProvider";
import { paths } from "../paths";
import { useHead } from "../seo/useHead";
import styles from "./SessionGate.module.css";

/**
 * Guards pages that require a login. Without a session, redirects to `/` and opens the login dialog, which then returns
 * to the page. After a logout, a toast is shown instead of the dialog. If the session expires on an open page, the page
 * stays.
 */
export function SessionGate() {
  const session = useSession();
  const isExpired = useSessionExpired();
  const userId = useLastUserId();
  const { pathname, search } = useLocation();
  useHead({ noindex: true });

  if (!session && !isExpired) return <SendHome from={pathname + search} />;
  return (
    <>
      {isExpired && <LogInAgain />}
      {/* The next user who logs in must not see the previous user's page and input. */}
      <Fragment key={userId}>
        <Outlet />
      </Fragment>
    </>
  );
}

/** Redirects if there is still no session after hydration, which renders without it. Renders nothing. */
function SendHome({ from }: { from: string }) {
  const navigate = useNavigate();
  const { openLogin } = useLogin();
  const toast = useToast();
  useEffect(() => {
    if (getSession()) return;
    const userId = findFormerUserId();
    const state: LoginState = { target: { path: from, userId } };
    void navigate(paths.home(), { replace: true, state });
    if (userId) toast.success("You are logged out. Log in to see that page.");
    else openLogin({ reason: "Please log in to see that page. You will be taken to it afterwards." });
  }, [from, navigate, openLogin, toast]);
  return null;
}

function LogInAgain() {
  const { openLogin } = useLogin();
  return (
    <div className={`container cluster spread gap-3 ${styles["expired"]}`} role="status">
      <p>{sessionEndedText}</p>
      <Button variant="secondary" onClick={() => openLogin()}>
        Log in
      </Button>
    </div>
  );
}
