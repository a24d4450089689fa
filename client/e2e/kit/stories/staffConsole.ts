import { lookAt } from "../../../../server/test/kit/stories/staffConsole";
import {
  makeApproval,
  approve,
  askFor,
  attempt,
  beginReview,
  must,
  staffRejectApplicant,
  startReview,
  visaPdf,
  type ReviewScene,
} from "../../../../server/test/kit/stories/review";
import type { RunningServer } from "../../../../server/test/kit/server/runningServer";
import type { Traveller, VisaApplicant } from "../../../../server/test/kit/personas/traveller";

/** Returns the id of an applicant's file of that kind; the first applicant is 0. */
async function fileIdOf({ staff, visaRequestId }: ReviewScene, place: number, kind: string): Promise<string> {
  const { applicants } = await lookAt(staff, visaRequestId);
  return applicants[place]!.papers.find((paper) => paper.kind === kind)!.fileId;
}

/** Requests a sharper front page and the correct passport number from an applicant, by default the first. */
export async function askForTwo(scene: ReviewScene, place = 0): Promise<void> {
  const fileId = await fileIdOf(scene, place, "PASSPORT_FRONT");
  await must(
    "Asking",
    askFor(scene.staff, scene.applicants[place]!, [
      { fileId, reason: "BLURRED", note: "Please lay the passport flat." },
      { field: "PASSPORT_NUMBER", reason: "MISMATCH" },
    ]),
  );
}

/** Reviews a paid application: approves the first applicant and rejects all others. */
export async function decideOn(
  staff: Traveller,
  visaRequestId: string,
  [granted, ...refused]: [VisaApplicant, ...VisaApplicant[]],
): Promise<void> {
  await beginReview({ staff, visaRequestId });
  await approveTraveller({ staff }, granted);
  for (const applicant of refused) await rejectTraveller({ staff }, applicant);
}

export async function approveTraveller(
  { staff }: Pick<ReviewScene, "staff">,
  applicant: VisaApplicant,
): Promise<void> {
  await must("Approving", approve(staff, makeApproval(applicant), visaPdf()));
}

export async function rejectTraveller(
  { staff }: Pick<ReviewScene, "staff">,
  applicant: VisaApplicant,
): Promise<void> {
  const { visaApplicantId } = applicant;
  const input = { visaApplicantId, reason: "NOT_ELIGIBLE", note: "The last stay was too long." };
  await must("Rejecting", attempt(staff, staffRejectApplicant, input));
}

/** Creates paid applications, one for each state of the review. */
export async function makeReviewCases(server: RunningServer, staff: Traveller) {
  const processing = await startReview(server, staff);
  const actionNeeded = await startReview(server, staff, [{}, { firstName: "Vikram" }]);
  await askForTwo(actionNeeded);
  const approved = await startReview(server, staff, [{}, { firstName: "Vikram" }]);
  await approveTraveller(approved, approved.applicants[0]);
  await rejectTraveller(approved, approved.applicants[1]);
  const rejected = await startReview(server, staff);
  await rejectTraveller(rejected, rejected.applicants[0]);
  return { processing, actionNeeded, approved, rejected };
}
