/** How long what is kept. Pure; the privacy page says the same figures in words. */

/** Days without a change after which an application that is not paid is cancelled and its personal data goes. */
export const draftDays = 30;
/** Days after an application was cancelled that its personal data goes. */
export const cancelledDays = 30;
/** Days after the decision that the personal data of an application goes, the visa file with it. */
export const decidedDays = 180;
/** Days without a correction that was asked for after which the application is closed and its personal data goes. */
export const unansweredDays = 180;
/** Days after which ended sessions, login codes, keys of repeats and webhooks that are processed go. */
export const leftoverDays = 30;
/** Days after its last login that a device is no longer known: longer than any session, whose end it is there for. */
export const deviceDays = 180;

/** At most so many applications, and so many rows of each kind of leftover, in one run. */
export const maxRequestsPerRun = 50;
export const maxLeftoversPerRun = 500;

/** The moment that many days before. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
}

/** What the timeline of an abandoned draft says. */
export const abandonedNote = `Cancelled: not paid, and not changed for ${draftDays} days`;
/** What the timeline says where a correction never came. */
export const unansweredNote = `Closed: the corrections were not sent for ${unansweredDays} days`;
