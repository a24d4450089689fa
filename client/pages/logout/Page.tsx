import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { type DraftChoice, KeepDraftDialog, type LogoutState } from "../../auth/logout/KeepDraftDialog";
import { useLogoutMutation } from "../../auth/operations.generated";
import { getSession } from "../../auth/session";
import { endSession } from "../../auth/sessionChange";
import { Button, ButtonLink } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { LoadingRegion, Skeleton } from "../../components/feedback/Skeleton";
import { formatDeviceDay } from "../../lib/days";
import {
  draftLifeMs,
  type DraftSummary,
  endsSoon,
  eraseAllDrafts,
  listAllDrafts,
} from "../../lib/drafts/draftRecords";
import { logFailure } from "../../lib/logFailure";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import styles from "../../layout/ServerProblem.module.css";

const loggedOutTitle = "You have successfully logged out...";

/** Undefined if the browser's storage does not answer. */
type FoundDrafts = DraftSummary[] | undefined;

/** `/logout`: ends the session on the server and clears the local data; asks first whether to keep the drafts. */
export default function LogoutPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const [logout] = useLogoutMutation();
  const [stage, setStage] = useState<{ isAsking: boolean; drafts: FoundDrafts; wasAsked: boolean }>();
  usePageTitle(stage && (stage.isAsking ? "Log out" : loggedOutTitle));
  useHead({ noindex: true });

  const leave = (choice: DraftChoice, drafts: FoundDrafts, wasAsked = false) => {
    const token = getSession()?.userToken;
    endSession(choice);
    setStage({ isAsking: false, drafts: choice === "keep" ? drafts : [], wasAsked });
    if (!token) return;
    // Sends the old token explicitly, because the local data is already cleared.
    const context = { headers: { authorization: `Bearer ${token}` }, keepsSession: true };
    logout({ context }).catch((error: unknown) => logFailure("Logout on the server", error));
  };

  const choice = (location.state as LogoutState | null)?.drafts;
  const begin = useEffectEvent((drafts: FoundDrafts) => {
    // Removes the choice from the history entry, so that the page asks again if the user returns to it after another
    // login.
    if (choice) void navigate(".", { replace: true });
    if (drafts?.length === 0) return leave("erase", []);
    if (choice) return leave(choice, drafts);
    // Without a session, keeps the drafts: the user chose to keep them, or the session has expired. Also keeps those that
    // cannot be listed, because the user cannot be asked.
    if (!drafts || !getSession()) return leave("keep", drafts);
    setStage({ isAsking: true, drafts, wasAsked: true });
  });
  const list = useEffectEvent(async () => (choice === "erase" ? [] : listAllDrafts()));
  useEffect(() => {
    let isCurrent = true;
    void list().then((drafts) => isCurrent && begin(drafts));
    return () => {
      isCurrent = false;
    };
  }, []);

  const stay = () =>
    // If this is the first page of the visit, there is no previous page to return to.
    location.key === "default" ? navigate(paths.applications(), { replace: true }) : navigate(-1);

  if (!stage)
    return (
      <LoadingRegion className="container">
        <Skeleton height={72} />
      </LoadingRegion>
    );
  if (!stage.isAsking) return <LoggedOut kept={stage.drafts} takesFocus={stage.wasAsked} />;
  return (
    <div className={`container stack-4 ${styles["problem"]}`}>
      <h1 tabIndex={-1}>Log out</h1>
      <KeepDraftDialog
        drafts={stage.drafts ?? []}
        onStay={() => void stay()}
        onChoose={(choice) => leave(choice, stage.drafts, true)}
      />
    </div>
  );
}

/** Says which drafts are still on this device. */
function describeKept(drafts: FoundDrafts): string {
  if (!drafts)
    return "We could not check this device for drafts. A draft is kept encrypted, for your account only, for up to 7 days.";
  const oldest = drafts.at(-1);
  if (!oldest) return "None of your data is kept on this device.";
  const until = formatDeviceDay(new Date(oldest.savedAt.getTime() + draftLifeMs));
  const kept = drafts.length === 1 ? "Your draft is" : "Your drafts are";
  const end = drafts.length === 1 ? `until ${until}` : `the oldest until ${until}`;
  return `${kept} kept on this device, encrypted, ${end}. Log in with the same account to continue.`;
}

/** `takesFocus` is true if the dialog that had the focus was closed. */
function LoggedOut({ kept, takesFocus }: { kept: FoundDrafts; takesFocus: boolean }) {
  const [drafts, setDrafts] = useState(kept);
  const [erasing, setErasing] = useState<"busy" | "failed">();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  const erase = async () => {
    setErasing("busy");
    const isErased = await endsSoon(eraseAllDrafts());
    setErasing(isErased ? undefined : "failed");
    if (!isErased) return;
    setDrafts([]);
    heading.current?.focus();
  };

  return (
    <div className={`container stack-4 ${styles["problem"]}`}>
      <h1 ref={heading} tabIndex={-1}>
        {loggedOutTitle}
      </h1>
      <p role="status">{describeKept(drafts)}</p>
      {erasing === "failed" && (
        <InlineAlert>
          We could not delete the drafts. Delete this site&rsquo;s data in the settings of your browser.
        </InlineAlert>
      )}
      {drafts?.length !== 0 && (
        <Button variant="secondary" busy={erasing === "busy"} onClick={() => void erase()}>
          Delete the {drafts?.length === 1 ? "draft" : "drafts"}
        </Button>
      )}
      <ButtonLink to={paths.home()}>Search for visas</ButtonLink>
    </div>
  );
}
