/** Retention periods. Pure; the privacy page states the same figures. */

/** Days without a change after which an unpaid application is cancelled and its personal data removed. */
export const draftDays = 30;
/** Days after cancellation until an application's personal data is removed. */
export const cancelledDays = 30;
/** Days after the decision until an application's personal data is removed, including the visa file. */
export const decidedDays = 180;
/** Days after which an application with an unanswered correction is closed and its personal data removed. */
export const unansweredDays = 180;
/** Days after which ended sessions, login codes, idempotency keys and processed webhooks are removed. */
export const leftoverDays = 30;
/** Days after its last login until a known device is removed; longer than any session lasts. */
export const deviceDays = 180;

/** Limits per batch: applications, and rows of each leftover table. */
export const maxRequestsPerBatch = 50;
export const maxLeftoversPerBatch = 500;

export function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1000).toISOString();
}

export const abandonedNote = `Cancelled: not paid, and not changed for ${draftDays} days`;
/** Timeline note of an application whose corrections were never sent. */
export const unansweredNote = `Closed: the corrections were not sent for ${unansweredDays} days`;
