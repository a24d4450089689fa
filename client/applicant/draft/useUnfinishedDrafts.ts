import { useEffect, useEffectEvent, useState } from "react";
import dayjs from "dayjs";
import { type ApplicantDetails, normaliseDetails } from "../../../server/modules/applicant/applicant.rules";
import { useLastUserId } from "../../auth/session";
import { type DraftPlace, eraseDraft, listDrafts } from "../../lib/drafts/draftRecords";
import { dropNextPlanned, findPlan } from "../travellers/usePlan";
import { findApplicantDraft } from "./applicantDraft";

/** A new applicant whose form was started on this device and not sent. */
export interface UnfinishedDraft {
  visaRequestId: string;
  firstName: string;
  savedAt: Date;
}

/** An application with the applicants that the server has stored. */
interface LoadedRequest {
  visaRequestId: string;
  visaApplicants: readonly Pick<ApplicantDetails, "firstName" | "lastName" | "passportNumber">[];
}

interface Wanted {
  /** If set, only drafts of this application are returned. */
  visaRequestId?: string;
  /** Undefined until the server has responded: an applicant in the cache may have been removed. */
  loaded: readonly LoadedRequest[] | undefined;
}

/**
 * Returns unfinished applicants of this account on this device. Erases a draft whose applicant the server has received,
 * which happens if the response was lost.
 */
export function useUnfinishedDrafts({ visaRequestId, loaded }: Wanted): UnfinishedDraft[] {
  const userId = useLastUserId();
  const [found, setFound] = useState<{ userId: string; drafts: UnfinishedDraft[] }>();
  const find = useEffectEvent((owner: string) => findInTurn(owner, { visaRequestId, loaded }));
  const sizes = loaded?.map((request) => `${request.visaRequestId} ${request.visaApplicants.length}`).join();
  useEffect(() => {
    if (!userId) return;
    let isCurrent = true;
    void find(userId).then((drafts) => isCurrent && setFound({ userId, drafts }));
    return () => {
      isCurrent = false;
    };
  }, [userId, visaRequestId, sizes]);
  return found && found.userId === userId ? found.drafts : [];
}

let lastSearch: Promise<unknown> = Promise.resolve();

/** Runs one search at a time, because each removes received applicants from the plan. */
function findInTurn(userId: string, wanted: Wanted): Promise<UnfinishedDraft[]> {
  const search = lastSearch.then(() => findUnfinished(userId, wanted));
  lastSearch = search.catch(() => undefined);
  return search;
}

async function findUnfinished(userId: string, { visaRequestId, loaded = [] }: Wanted) {
  const places = (await listDrafts()).filter(
    (place) => place.userId === userId && (!visaRequestId || place.visaRequestId === visaRequestId),
  );
  const drafts: UnfinishedDraft[] = [];
  for (const place of places.filter(({ visaApplicantId }) => !visaApplicantId)) {
    const found = await findStarted(
      place,
      loaded.find((request) => request.visaRequestId === place.visaRequestId),
    );
    if (found) drafts.push({ visaRequestId: place.visaRequestId, ...found });
  }
  for (const place of places.filter(({ visaApplicantId }) => visaApplicantId === "travellers")) {
    // Skips plans of applications with a started form, because that form is for the next planned applicant.
    if (drafts.some((draft) => draft.visaRequestId === place.visaRequestId)) continue;
    const found = await findNextPlanned(place);
    if (found) drafts.push({ visaRequestId: place.visaRequestId, ...found });
  }
  return drafts;
}

/** Returns the draft of an applicant that the server has not received, and erases one that it has. */
export async function findStarted(place: DraftPlace, request: LoadedRequest | undefined) {
  const draft = await findApplicantDraft(place);
  if (!draft) return undefined;
  if (request && isReceived(draft.values, request)) {
    await Promise.all([eraseDraft(place), dropNextPlanned(place)]);
    return undefined;
  }
  return { firstName: draft.values.firstName.trim(), savedAt: draft.savedAt };
}

/** Compares the name too, because the draft of another applicant may by mistake have the same passport number. */
function isReceived(values: ApplicantDetails, { visaApplicants }: LoadedRequest): boolean {
  const { firstName, lastName, passportNumber } = normaliseDetails(values);
  return visaApplicants.some(
    (applicant) =>
      applicant.passportNumber === passportNumber &&
      applicant.firstName === firstName &&
      applicant.lastName === lastName,
  );
}

async function findNextPlanned({ userId, visaRequestId }: DraftPlace) {
  const found = await findPlan({ userId, visaRequestId });
  const [next] = found?.plan ?? [];
  return found && next && { firstName: next.label, savedAt: found.savedAt };
}

/** `isFirst` is true if the application has no applicant yet. */
export function unfinishedText({ firstName, savedAt }: UnfinishedDraft, isFirst: boolean): string {
  const whose = firstName ? `${firstName}'s` : isFirst ? "An applicant's" : "Another applicant's";
  return `${whose} details are not finished: saved on this device ${dayjs(savedAt).format("DD MMM, HH:mm")}`;
}
