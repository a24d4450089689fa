/** The outcome of applications in the test world. Pure. */

export type TestDecision = "APPROVED" | "REJECTED" | "NEW_PHOTO" | "DATE_OF_BIRTH";

/** Seconds after the last change of an application until it is decided. */
export const decideAfterSeconds = 60;

export const maxOutageSeconds = 60;
/**
 * Minimum minutes from the end of an outage to the start of the next, because an outage affects all partners in the
 * test world.
 */
export const outagePauseMinutes = 5;

const byPassport: Readonly<Record<string, TestDecision>> = {
  T0000002: "NEW_PHOTO",
  T0000003: "REJECTED",
  T0000004: "DATE_OF_BIRTH",
};

/**
 * Returns an applicant's next outcome. A correction is requested at most once. A name without letters and digits is
 * rejected, because no visa can match it.
 */
export function planDecision(
  { passportNumber, firstName, lastName }: { passportNumber: string; firstName: string; lastName: string },
  wasCorrected: boolean,
): TestDecision {
  if (!/[\p{L}\p{N}]/u.test(firstName + lastName)) return "REJECTED";
  const planned = byPassport[passportNumber] ?? "APPROVED";
  return wasCorrected && planned !== "REJECTED" ? "APPROVED" : planned;
}
