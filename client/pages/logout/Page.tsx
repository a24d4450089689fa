import { useEffect } from "react";
import { useLogoutMutation } from "../../auth/operations.generated";
import { getSession } from "../../auth/session";
import { endSession } from "../../auth/sessionChange";
import { ButtonLink } from "../../components/Button";
import { logFailure } from "../../lib/logFailure";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import styles from "./Page.module.css";

/** `/logout`: clears everything that is stored here, and ends the session on the server. */
export default function LogoutPage() {
  const [logout] = useLogoutMutation();
  usePageTitle("You have successfully logged out...");
  useHead({ noindex: true });

  useEffect(() => {
    const token = getSession()?.userToken;
    endSession();
    if (!token) return;
    // The device is clean at once; the server is told with the token that was there.
    const context = { headers: { authorization: `Bearer ${token}` }, keepsSession: true };
    logout({ context }).catch((error: unknown) => logFailure("Logout on the server", error));
  }, [logout]);

  return (
    <div className={`container ${styles["page"]}`}>
      <h1 tabIndex={-1}>You have successfully logged out...</h1>
      <p>None of your data is kept on this device.</p>
      <ButtonLink to={paths.home()}>Search for visas</ButtonLink>
    </div>
  );
}
