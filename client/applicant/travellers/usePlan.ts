import { useEffect, useEffectEvent, useState } from "react";
import { type DraftPlace, draftName, eraseDraft } from "../../lib/drafts/draftRecords";
import { canKeepDrafts, findDraft, saveDraft } from "../../lib/drafts/draftStore";
import { logFailure } from "../../lib/logFailure";
import { keepsDrafts } from "../draft/unwrittenDraft";
import type { PlannedTraveller } from "./travellerPlan";

/** Increase when the shape of a plan changes. */
const planVersion = 1;

type RequestPlace = Pick<DraftPlace, "userId" | "visaRequestId">;
const planPlace = ({ userId, visaRequestId }: RequestPlace): DraftPlace => ({
  userId,
  visaRequestId,
  form: "travellers",
});

/** Returns the applicants who are still to be added, as planned on this device. */
export async function findPlan(
  place: RequestPlace,
): Promise<{ plan: PlannedTraveller[]; savedAt: Date } | undefined> {
  const found = await findDraft(planPlace(place), planVersion);
  return found && { plan: found.content as PlannedTraveller[], savedAt: found.savedAt };
}

export const erasePlan = (place: RequestPlace): Promise<void> => eraseDraft(planPlace(place));

/** Removes the next applicant to be added, after it was found to have been received. */
export async function dropNextPlanned(place: RequestPlace): Promise<void> {
  const [next, ...others] = (await findPlan(place))?.plan ?? [];
  if (next && !next.visaApplicantId) await storePlan(place, others);
}

async function storePlan(place: RequestPlace, plan: PlannedTraveller[]): Promise<void> {
  if (plan.length === 0) return erasePlan(place);
  if (!keepsDrafts() || !canKeepDrafts()) return;
  await saveDraft(planPlace(place), planVersion, plan).catch((error: unknown) =>
    logFailure("Keeping the plan", error),
  );
}

/**
 * The applicants who are still to be added to a request, in order. Stored on this device like a draft; if it
 * stores none, the plan lasts as long as the page.
 */
export function usePlan(place: RequestPlace | undefined) {
  const wanted = place && draftName(planPlace(place));
  const [known, setKnown] = useState<{ for: string; plan: PlannedTraveller[] }>();
  const find = useEffectEvent(async () => (place ? findPlan(place).catch(() => undefined) : undefined));
  useEffect(() => {
    if (!wanted) return;
    let isCurrent = true;
    void find().then((found) => isCurrent && setKnown({ for: wanted, plan: found?.plan ?? [] }));
    return () => {
      isCurrent = false;
    };
  }, [wanted]);

  const isKnown = known?.for === wanted;
  /** Resolves when the plan would survive a reload. */
  const save = async (plan: PlannedTraveller[]) => {
    if (!wanted || !place) return;
    setKnown({ for: wanted, plan });
    await storePlan(place, plan);
  };
  return { isLooking: Boolean(wanted) && !isKnown, plan: (isKnown && known?.plan) || [], save };
}
