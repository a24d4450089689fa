import { eraseDraft, planPlace, type RequestPlace } from "../../lib/drafts/draftRecords";
import { canKeepDrafts, findDraft, saveDraft } from "../../lib/drafts/draftStore";
import { logFailure } from "../../lib/logFailure";
import { keepsDrafts } from "../draft/unwrittenDraft";
import { useStoredDraft } from "../draft/useDraft";
import type { PlannedTraveller } from "./travellerPlan";

/** Increase when the shape of a plan changes. */
const planVersion = 1;

/** Returns the applicants who are still to be added, as planned on this device. */
export async function findPlan(
  place: RequestPlace,
): Promise<{ plan: PlannedTraveller[]; savedAt: Date } | undefined> {
  const found = await findDraft(planPlace(place), planVersion);
  return found && { plan: found.content as PlannedTraveller[], savedAt: found.savedAt };
}

/** Removes the next applicant from the plan if they were new; called once the server has received them. */
export async function dropNextPlanned(place: RequestPlace): Promise<void> {
  const [next, ...others] = (await findPlan(place))?.plan ?? [];
  if (next && !next.visaApplicantId) await storePlan(place, others);
}

async function storePlan(place: RequestPlace, plan: PlannedTraveller[]): Promise<void> {
  if (!canKeepDrafts()) return;
  if (plan.length === 0 || !keepsDrafts()) return eraseDraft(planPlace(place));
  await saveDraft(planPlace(place), planVersion, plan).catch((error: unknown) =>
    logFailure("Keeping the plan", error),
  );
}

/**
 * The applicants who are still to be added to a request, in order. Stored on this device like a draft; if drafts
 * are switched off, the plan is lost when the page is closed.
 */
export function usePlan(place: RequestPlace | undefined) {
  const find = async (of: RequestPlace) => (await findPlan(of))?.plan;
  const { isLooking, draft: plan = [], replace } = useStoredDraft(place && planPlace(place), find);
  return {
    isLooking,
    plan,
    /** Resolves once the plan has been stored, so that it survives a reload. */
    save: async (changed: PlannedTraveller[]) => {
      replace(changed);
      if (place) await storePlan(place, changed);
    },
  };
}
