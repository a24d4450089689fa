/** Limits and the schedule of webhooks. Pure. */

export const maxEndpoints = 5;
/** How many hours messages are still signed with a replaced secret. */
export const oldSecretHours = 24;
/** Number of attempts that are listed per endpoint. */
export const maxAttemptsListed = 20;
/** How many days an ended endpoint is still listed. */
export const endedListedDays = 30;
/** Maximum number of events in a replay. */
export const maxReplayed = 10_000;
export const maxInFlight = 16;
export const maxInFlightPerEndpoint = 2;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** An endpoint that failed for this long, without a success in between, is paused. */
export const pauseAfterDays = 3;
const maxRetryAfterMs = 24 * hour;
/** Delay before another attempt to send the e-mail about a pause. */
export const noticePauseMs = 10 * minute;

/** Delays before a retry: after the first failure, the second, and so on. */
const pauses = [5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)];
/** Delays vary at random by up to this share, so that a recovering endpoint does not get all deliveries at once. */
const spread = 0.2;

/** Returns when to retry after this many failures, or undefined to give up. `random` is from 0 to 1. */
export function nextAttemptAt(
  failed: number,
  { now, random, retryAfterMs = 0 }: { now: Date; random: number; retryAfterMs?: number | undefined },
): Date | undefined {
  const pause = pauses[failed - 1];
  if (pause === undefined) return undefined;
  const spreadPause = pause * (1 - spread + 2 * spread * random);
  return new Date(now.getTime() + Math.max(spreadPause, Math.min(retryAfterMs, maxRetryAfterMs)));
}

/** Returns the delay in milliseconds that `Retry-After` states as seconds or a date; undefined for anything else. */
export function readRetryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * second;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(date - now.getTime(), 0);
}

export function shouldPause(failingSince: string, now: Date): boolean {
  return now.getTime() - Date.parse(failingSince) >= pauseAfterDays * 24 * hour;
}

export type WebhookState = "ACTIVE" | "FAILING" | "PAUSED" | "ENDED";

export function stateOf(
  endpoint: Record<"endedAt" | "pausedAt" | "failingSince", string | null>,
): WebhookState {
  if (endpoint.endedAt !== null) return "ENDED";
  if (endpoint.pausedAt !== null) return "PAUSED";
  return endpoint.failingSince === null ? "ACTIVE" : "FAILING";
}

/** The outcome of a response: `GONE` ends the endpoint. A redirect is a failure. */
export function outcomeOf(status: number | null): "DONE" | "GONE" | "FAILED" {
  if (status === 410) return "GONE";
  return status !== null && status >= 200 && status < 300 ? "DONE" : "FAILED";
}

/** Returns the changes of an endpoint after an attempt; none if it is paused or has ended. */
export function endpointChanges(
  { endedAt, pausedAt, failingSince }: Record<"endedAt" | "pausedAt" | "failingSince", string | null>,
  outcome: ReturnType<typeof outcomeOf>,
  now: Date,
): { endedAt?: string; pausedAt?: string; noticeDueAt?: string; failingSince?: string | null } {
  const at = now.toISOString();
  if (endedAt !== null || pausedAt !== null) return {};
  if (outcome === "GONE") return { endedAt: at };
  if (outcome === "DONE") return failingSince === null ? {} : { failingSince: null };
  if (failingSince === null) return { failingSince: at };
  return shouldPause(failingSince, now) ? { pausedAt: at, noticeDueAt: at } : {};
}

/** Chooses deliveries within the concurrency limits. */
export function choose<Delivery extends { endpointId: string }>(
  due: readonly Delivery[],
  inFlight: ReadonlyMap<string, number>,
): Delivery[] {
  const counts = new Map(inFlight);
  let free = maxInFlight - [...inFlight.values()].reduce((sum, count) => sum + count, 0);
  return due.filter(({ endpointId }) => {
    const count = counts.get(endpointId) ?? 0;
    if (free <= 0 || count >= maxInFlightPerEndpoint) return false;
    counts.set(endpointId, count + 1);
    free -= 1;
    return true;
  });
}

/** The e-mail to the contact of a partner whose endpoint was paused. */
export function pausedMail(url: string, brand: string): { subject: string; text: string } {
  return {
    subject: "We paused a webhook endpoint",
    text: `Hello,

We could not deliver any event for ${pauseAfterDays} days to your endpoint:

${url}

We have paused it. Your applications continue. To catch up, repair the endpoint, resume it with updateWebhookEndpoint, and send the missed events again with partnerReplay, or read them with partnerEvents. Events are available for 30 days.

${brand}
`,
  };
}
