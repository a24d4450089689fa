/** For this many minutes an approval can be taken back; after that the traveller is notified. Pure. */

export const takeBackMinutes = 10;

/** Returns when the traveller is notified of an approval. */
export function getNotificationTime(decidedAt: string): Date {
  return new Date(new Date(decidedAt).getTime() + takeBackMinutes * 60_000);
}

/** Returns when the traveller will be notified; undefined if the approval cannot be taken back. */
export function findTakeBackEnd(
  applicant: { visaApplicantStatus: string; decidedAt: string | null },
  now: Date,
): Date | undefined {
  if (applicant.visaApplicantStatus !== "APPROVED" || applicant.decidedAt === null) return undefined;
  const end = getNotificationTime(applicant.decidedAt);
  return now < end ? end : undefined;
}
