import { useEffect, useState } from "react";
import dayjs from "dayjs";
import { useLastUserId } from "../../auth/session";
import { listDrafts } from "../../lib/drafts/draftRecords";
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
    // A draft of corrections to an applicant that was already sent.
    if (place.visaApplicantId) continue;
    const draft = await findApplicantDraft(place);
    if (!draft) continue;
    const { values, savedAt } = draft;
    drafts.push({ visaRequestId: place.visaRequestId, firstName: values.firstName.trim(), savedAt });
  }
  return drafts;
}

/** `isFirst`: the application has no applicant yet. */
export function unfinishedText({ firstName, savedAt }: UnfinishedDraft, isFirst: boolean): string {
  const whose = firstName ? `${firstName}'s` : isFirst ? "A traveller's" : "Another traveller's";
  return `${whose} details are not finished: saved on this device ${dayjs(savedAt).format("DD MMM, HH:mm")}`;
}
