import { useState } from "react";
import { Button } from "../components/Button";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { LoadFailure } from "../components/feedback/LoadFailure";
import { LoadingRegion, Skeleton } from "../components/feedback/Skeleton";
import { useToast } from "../components/feedback/ToastProvider";
import { formatMoment } from "../lib/days";
import { errorMessage } from "../lib/errorMessage";
import { isOffline, offlineText } from "../lib/online";
import { type MySessionsQuery, useEndSessionMutation, useMySessionsQuery } from "./operations.generated";
import styles from "./SessionList.module.css";

type AccountSession = MySessionsQuery["mySessions"][number];

const deviceName = ({ device }: AccountSession) => device ?? "Unknown device";

/** The account's sessions; each except the current one can be ended. */
export function SessionList() {
  const { data, error, refetch } = useMySessionsQuery({ fetchPolicy: "cache-and-network" });
  const [endSession] = useEndSessionMutation();
  const [ending, setEnding] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const toast = useToast();

  const end = async (session: AccountSession) => {
    setProblem(isOffline() ? offlineText : undefined);
    if (isOffline()) return;
    setEnding(session.sessionId);
    try {
      await endSession({ variables: { input: { sessionId: session.sessionId } } });
      await refetch();
      toast.success(`${deviceName(session)} is logged out`);
    } catch (failure) {
      setProblem(errorMessage(failure));
    } finally {
      setEnding(undefined);
    }
  };

  if (error && !data)
    return (
      <LoadFailure message={errorMessage(error)} onRetry={() => void refetch().catch(() => undefined)} />
    );
  if (!data)
    return (
      <LoadingRegion>
        <Skeleton height={72} />
      </LoadingRegion>
    );
  return (
    <>
      {problem && <InlineAlert>{problem}</InlineAlert>}
      <ul className={styles["list"]}>
        {data.mySessions.map((session) => {
          const { sessionId, startedAt, lastUsedAt, isThis } = session;
          return (
            <li key={sessionId} className={styles["session"]}>
              <div>
                <p className={styles["device"]}>
                  {deviceName(session)}
                  {isThis && <span className={styles["own"]}>this device</span>}
                </p>
                <p className={styles["times"]}>
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
