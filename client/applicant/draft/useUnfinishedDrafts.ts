import { useEffect, useState } from "react";
import dayjs from "dayjs";
import { useLastUserId } from "../../auth/session";
import { type DraftPlace, listDrafts } from "../../lib/drafts/draftRecords";
import { findPlan } from "../travellers/usePlan";
import { findApplicantDraft } from "./applicantDraft";

/** A new applicant that was started on this device and not sent. */
export interface UnfinishedDraft {
  visaRequestId: string;
  firstName: string;
  savedAt: Date;
}

/** Returns unfinished applicants of this account on this device, of one application if its id is given. */
export function useUnfinishedDrafts(visaRequestId?: string): UnfinishedDraft[] {
  const userId = useLastUserId();
  const [found, setFound] = useState<{ userId: string; drafts: UnfinishedDraft[] }>();
  useEffect(() => {
    if (!userId) return;
    let isCurrent = true;
    void findUnfinished(userId, visaRequestId).then((drafts) => isCurrent && setFound({ userId, drafts }));
    return () => {
      isCurrent = false;
    };
  }, [userId, visaRequestId]);
  return found && found.userId === userId ? found.drafts : [];
}

async function findUnfinished(userId: string, visaRequestId?: string): Promise<UnfinishedDraft[]> {
  const drafts: UnfinishedDraft[] = [];
  for (const place of await listDrafts()) {
    if (place.userId !== userId || (visaRequestId && place.visaRequestId !== visaRequestId)) continue;
    const isPlan = place.visaApplicantId === "travellers";
    // A draft of corrections to an applicant that was already sent.
    if (place.visaApplicantId && !isPlan) continue;
    const found = await (isPlan ? findNextPlanned(place) : findStarted(place));
    if (found) drafts.push({ visaRequestId: place.visaRequestId, ...found });
  }
  // A form that was started is of the next planned applicant.
  return drafts.filter(
    (draft, at) => drafts.findIndex(({ visaRequestId: id }) => id === draft.visaRequestId) === at,
  );
}

async function findStarted(place: DraftPlace) {
  const draft = await findApplicantDraft(place);
  return draft && { firstName: draft.values.firstName.trim(), savedAt: draft.savedAt };
}

async function findNextPlanned({ userId, visaRequestId }: DraftPlace) {
  const found = await findPlan({ userId, visaRequestId });
  const [next] = found?.plan ?? [];
  return found && next && { firstName: next.label, savedAt: found.savedAt };
}

/** `isFirst`: the application has no applicant yet. */
export function unfinishedText({ firstName, savedAt }: UnfinishedDraft, isFirst: boolean): string {
  const whose = firstName ? `${firstName}'s` : isFirst ? "An applicant's" : "Another applicant's";
  return `${whose} details are not finished: saved on this device ${dayjs(savedAt).format("DD MMM, HH:mm")}`;
}
