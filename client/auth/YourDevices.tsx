import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { Button } from "../components/Button";
import { InlineAlert } from "../components/feedback/InlineAlert";
import styles from "../components/Section.module.css";
import { type DraftSummary, listAllDrafts } from "../lib/drafts/draftRecords";
import { useAttempt } from "../lib/useAttempt";
import { paths } from "../paths";
import { type DraftChoice, KeepDraftDialog, type LogoutState } from "./logout/KeepDraftDialog";
import {
  type MySessionsQuery,
  useEndSessionMutation,
  useLogoutEverywhereMutation,
  useMySessionsQuery,
} from "./operations.generated";
import { Skeleton } from "../components/feedback/Skeleton";
import { useToast } from "../components/feedback/ToastProvider";
import { Pending } from "../components/feedback/PageFailure";
import { formatMoment } from "../lib/days";

/**
 * The account's sessions. The user can end one, e.g. that of a lost phone, or all of them, including the current one.
 */
export function YourDevices() {
  const [logoutEverywhere] = useLogoutEverywhereMutation();
  const [drafts, setDrafts] = useState<DraftSummary[]>([]);
  const { problem, isBusy, attempt } = useAttempt();
  const navigate = useNavigate();

  const ask = () =>
    attempt(async () => {
      const found = await listAllDrafts();
      // Keeps drafts that cannot be listed, because the user cannot be asked.
      if (!found?.length) return signOut(found ? "erase" : "keep");
      setDrafts(found);
      return undefined;
    });
  const signOut = async (choice: DraftChoice) => {
    await logoutEverywhere();
    // The logout page clears the data on this device.
    await navigate(paths.logout(), { state: { drafts: choice } satisfies LogoutState });
    return undefined;
  };
  const choose = (choice: DraftChoice) => {
    setDrafts([]);
    return attempt(() => signOut(choice));
  };

  return (
    <section className={`stack-5 ${styles["data"]}`} aria-labelledby="devices">
      <h2 id="devices">Your devices</h2>
      <SessionList />
      <div className={`stack-3 ${styles["row"]}`}>
        <p>
          Lost a phone, or logged in on somebody else&rsquo;s? This logs you out on every device, this one
          too. We ask first if you have a draft here.
        </p>
        {problem && <InlineAlert>{problem}</InlineAlert>}
        <Button variant="secondary" busy={isBusy} onClick={() => void ask()}>
          Sign out everywhere
        </Button>
        <KeepDraftDialog
          drafts={drafts}
          onStay={() => setDrafts([])}
          onChoose={(choice) => void choose(choice)}
        />
      </div>
    </section>
  );
}

type AccountSession = MySessionsQuery["mySessions"][number];

const deviceName = ({ device }: AccountSession) => device ?? "Unknown device";

function SessionList() {
  const { data, error, refetch } = useMySessionsQuery({ fetchPolicy: "cache-and-network" });
  const [endSession] = useEndSessionMutation();
  const [ending, setEnding] = useState<string>();
  const { problem, attempt } = useAttempt();
  const toast = useToast();

  const end = async (session: AccountSession) => {
    setEnding(session.sessionId);
    await attempt(async () => {
      await endSession({ variables: { input: { sessionId: session.sessionId } } });
      await refetch();
      toast.success(`${deviceName(session)} is logged out`);
      return undefined;
    });
    setEnding(undefined);
  };

  if (!data)
    return (
      <Pending error={error} refetch={refetch}>
        <Skeleton height={72} />
      </Pending>
    );
  return (
    <>
      {problem && <InlineAlert>{problem}</InlineAlert>}
      <ul className="stack-2">
        {data.mySessions.map((session) => {
          const { sessionId, startedAt, lastUsedAt, isThis } = session;
          return (
            <li key={sessionId} className={`sheet cluster spread ${styles["session"]}`}>
              <div>
                <p className={`wrap gap-2 ${styles["device"]}`}>
                  {deviceName(session)}
                  {isThis && <span className={`muted ${styles["own"]}`}>this device</span>}
                </p>
                <p className="small">
                  Logged in <span className="numbers">{formatMoment(startedAt)}</span>
                  {!isThis && (
                    <>
                      , last used <span className="numbers">{formatMoment(lastUsedAt)}</span>
                    </>
                  )}
                </p>
              </div>
              {!isThis && (
                <Button variant="quiet" busy={ending === sessionId} onClick={() => void end(session)}>
                  Log out<span className="visually-hidden"> {deviceName(session)}</span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
