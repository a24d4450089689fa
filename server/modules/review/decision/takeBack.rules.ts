/** How long an approval can be taken back: the traveller is told when that time is over. Pure. */

export const takeBackMinutes = 10;

/** When the traveller is told of an approval. */
export function toldAt(decidedAt: string): Date {
  return new Date(new Date(decidedAt).getTime() + takeBackMinutes * 60_000);
}

/** When the traveller will be told, while it can be taken back; undefined if there is nothing to take back. */
export function findTakeBackEnd(
  applicant: { visaApplicantStatus: string; decidedAt: string | null },
  now: Date,
): Date | undefined {
  if (applicant.visaApplicantStatus !== "APPROVED" || applicant.decidedAt === null) return undefined;
  const end = toldAt(applicant.decidedAt);
  return now < end ? end : undefined;
}
