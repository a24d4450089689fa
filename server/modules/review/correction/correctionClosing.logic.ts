/** Closes an applicant's corrections when they are answered, withdrawn, or superseded by a decision. */
import type { EntityManager } from "typeorm";
import type { CaseDeps } from "../case/case.service";
import * as corrections from "./correction.repository";

type Deps = Pick<CaseDeps, "notifications">;

export async function closeCorrections(
  deps: Deps,
  transaction: EntityManager,
  { visaApplicantId, at }: { visaApplicantId: string; at: Date },
): Promise<void> {
  await corrections.closeOpenCorrections(transaction, visaApplicantId, at);
  await removeCorrectionMessages(deps, transaction, visaApplicantId);
}

/** Removes unsent messages about an applicant's corrections. Called when none is open. */
export async function removeCorrectionMessages(
  { notifications }: Deps,
  transaction: EntityManager,
  visaApplicantId: string,
): Promise<void> {
  // A message's occurrence id is the id of the first correction that it is about.
  const asked = await corrections.findCorrections(transaction, [visaApplicantId]);
  const occurrenceIds = asked.map(({ correctionId }) => correctionId);
  await notifications.removeObsolete(transaction, { event: "ACTION_REQUIRED", occurrenceIds });
}
