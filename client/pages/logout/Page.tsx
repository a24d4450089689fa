import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { type DraftChoice, KeepDraftDialog, type LogoutState } from "../../auth/logout/KeepDraftDialog";
import { useLogoutMutation } from "../../auth/operations.generated";
import { getSession } from "../../auth/session";
import { endSession } from "../../auth/sessionChange";
import { Button, ButtonLink } from "../../components/Button";
import { formatDeviceDay } from "../../lib/days";
import { draftLifeMs, type DraftSummary, eraseAllDrafts, listAllDrafts } from "../../lib/drafts/draftRecords";
import { logFailure } from "../../lib/logFailure";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import styles from "../../layout/ServerProblem.module.css";

const loggedOutTitle = "You have successfully logged out...";

/** `/logout`: ends the session on the server and clears the local data; asks first whether to keep the drafts. */
export default function LogoutPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const [logout] = useLogoutMutation();
  const [stage, setStage] = useState<{ isAsking: boolean; drafts: DraftSummary[]; wasAsked: boolean }>();
  usePageTitle(stage && (stage.isAsking ? "Log out" : loggedOutTitle));
  useHead({ noindex: true });

  const leave = (choice: DraftChoice, drafts: DraftSummary[], wasAsked = false) => {
    const token = getSession()?.userToken;
    endSession(choice);
    setStage({ isAsking: false, drafts: choice === "keep" ? drafts : [], wasAsked });
    if (!token) return;
    // Sends the old token explicitly, because the local data is already cleared.
    const context = { headers: { authorization: `Bearer ${token}` }, keepsSession: true };
    logout({ context }).catch((error: unknown) => logFailure("Logout on the server", error));
  };

  const begin = useEffectEvent((drafts: DraftSummary[]) => {
    const choice = (location.state as LogoutState | null)?.drafts;
    // Removes the choice from the history entry, so that the page asks again if the user returns to it after another
    // login.
    if (choice) void navigate(".", { replace: true });
    if (drafts.length === 0) return leave("erase", []);
    if (choice) return leave(choice, drafts);
    // Without a session, keeps the drafts: the user chose to keep them, or the session has expired.
    if (!getSession()) return leave("keep", drafts);
    setStage({ isAsking: true, drafts, wasAsked: true });
  });
  useEffect(() => {
    let isCurrent = true;
    void listAllDrafts().then((drafts) => isCurrent && begin(drafts));
    return () => {
      isCurrent = false;
    };
  }, []);

  const stay = () =>
    // If this is the first page of the visit, there is no previous page to return to.
    location.key === "default" ? navigate(paths.applications(), { replace: true }) : navigate(-1);

  if (!stage) return null;
  if (!stage.isAsking) return <LoggedOut kept={stage.drafts} takesFocus={stage.wasAsked} />;
  return (
    <div className={`container stack-4 ${styles["problem"]}`}>
      <h1 tabIndex={-1}>Log out</h1>
      <KeepDraftDialog
        drafts={stage.drafts}
        onStay={() => void stay()}
        onChoose={(choice) => leave(choice, stage.drafts, true)}
      />
    </div>
  );
}

/** `takesFocus` is true if the dialog that had the focus was closed. */
function LoggedOut({ kept, takesFocus }: { kept: DraftSummary[]; takesFocus: boolean }) {
  const [drafts, setDrafts] = useState(kept);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  const erase = async () => {
    await eraseAllDrafts();
    setDrafts([]);
    heading.current?.focus();
  };

  const oldest = drafts.at(-1);
  const isOne = drafts.length === 1;
  return (
    <div className={`container stack-4 ${styles["problem"]}`}>
      <h1 ref={heading} tabIndex={-1}>
        {loggedOutTitle}
      </h1>
      <p role="status">
        {oldest
          ? `${isOne ? "Your draft is" : "Your drafts are"} kept on this device, encrypted, ${isOne ? "" : "the oldest "}until ${formatDeviceDay(new Date(oldest.savedAt.getTime() + draftLifeMs))}. Log in with the same account to continue.`
          : "None of your data is kept on this device."}
      </p>
      {oldest && (
        <Button variant="secondary" onClick={() => void erase()}>
          Delete the {isOne ? "draft" : "drafts"}
        </Button>
      )}
      <ButtonLink to={paths.home()}>Search for visas</ButtonLink>
    </div>
  );
}
