import { useEffect, useEffectEvent } from "react";
import type { VisaRequestStatus } from "../schemaTypes.generated";
import { useFollowedStateQuery } from "./operations.generated";

/** In ms, while somebody looks at the page. */
const askEvery = 10_000;

const isHidden = () => document.visibilityState === "hidden";

/** Statuses in which nothing happens to the application any more; money may still go back. */
const isOver = (status: VisaRequestStatus) => status === "APPROVED" || status === "REJECTED";

/** Asks, while the page is looked at and on returning to it, whether the request has changed; then `reload` is called. */
export function useFollowing(
  request: { visaRequestId: string; version: number; visaRequestStatus: VisaRequestStatus } | undefined,
  reload: () => void,
): void {
  const isFollowed = request !== undefined && !isOver(request.visaRequestStatus);
  const { data, refetch } = useFollowedStateQuery({
    variables: { visaRequestId: request?.visaRequestId ?? "" },
    skip: !isFollowed,
    pollInterval: askEvery,
    skipPollAttempt: isHidden,
    // Beside the page's own answer: its parts would not fit together before all of it is read anew.
    fetchPolicy: "no-cache",
  });

  const compare = useEffectEvent(() => {
    const latest = data?.visaRequest?.version;
    if (latest !== undefined && request && latest > request.version) reload();
  });
  // After each answer: a reading anew that failed is tried again.
  useEffect(() => compare(), [data]);

  const ask = useEffectEvent(() => {
    if (isFollowed && !isHidden()) refetch().catch(() => undefined);
  });
  useEffect(() => {
    const onReturn = () => ask();
    document.addEventListener("visibilitychange", onReturn);
    window.addEventListener("focus", onReturn);
    return () => {
      document.removeEventListener("visibilitychange", onReturn);
      window.removeEventListener("focus", onReturn);
    };
  }, []);
}
