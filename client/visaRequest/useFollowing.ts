import { useEffect, useEffectEvent } from "react";
import { getNotificationTime } from "../../server/modules/review/decision/takeBack.rules";
import { isSessionExpired } from "../auth/session";
import { listen } from "../lib/listen";
import type { VisaRequestStatus } from "../schemaTypes.generated";
import { useFollowedStateQuery } from "./operations.generated";

/** Polling interval in ms while the page is visible. */
const askEvery = 10_000;

const isHidden = () => document.visibilityState === "hidden";

interface Followed {
  visaRequestId: string;
  version: number;
  visaRequestStatus: VisaRequestStatus;
  timeline?: readonly { at: string }[];
}

/** True if the application no longer changes; a refund may still follow. */
function isOver({ visaRequestStatus, timeline }: Followed): boolean {
  if (visaRequestStatus !== "APPROVED") return visaRequestStatus === "REJECTED";
  // Until the traveller is notified, staff can take the approval back.
  const approved = timeline?.at(-1);
  return !approved || getNotificationTime(approved.at) < new Date();
}

/** Polls while the page is visible and when the user returns. Calls `reload` on a change. */
export function useFollowing(request: Followed | undefined, reload: () => void): void {
  const isFollowed = () => request !== undefined && !isOver(request) && !isHidden() && !isSessionExpired();
  const { data, refetch } = useFollowedStateQuery({
    variables: { visaRequestId: request?.visaRequestId ?? "" },
    skip: !request || isOver(request),
    pollInterval: askEvery,
    skipPollAttempt: () => !isFollowed(),
    // Not cached, because a partial update would make the page inconsistent until it is reloaded.
    fetchPolicy: "no-cache",
  });

  const compare = useEffectEvent(() => {
    const latest = data?.visaRequest?.version;
    if (latest !== undefined && request && latest > request.version) reload();
  });
  // Compares after each response, so that a failed reload is retried.
  useEffect(() => compare(), [data]);

  const ask = useEffectEvent(() => {
    if (isFollowed()) void refetch();
  });
  useEffect(() => {
    const onReturn = () => ask();
    const stops = [listen(document, ["visibilitychange"], onReturn), listen(window, ["focus"], onReturn)];
    return () => stops.forEach((stop) => stop());
  }, []);
}
