/**
 * Rate limits that are counted in memory or in the table `call_limit`, one constant per mechanism; `per` names the key.
 * Limits that are counted in the rows of a module are in the rules of that module: codes per number
 * (`loginCode.rules`), attempts per code (`codeAttempts.rules`), all SMS (`smsBudget.rules`), proofs of identity
 * (`olderAccount.rules`), second factors (`secondFactor.rules`), unpaid applications (`visaRequest.rules`), exports
 * (`account.rules`). The limits of one operation are in `graphql/limits`, those of upload bytes in `createServer`, and
 * those of connections and stored files in the settings. The limit of stored files also limits the applicants of an
 * application.
 */
import type { Limit } from "./limiter";
import type { Throttle } from "./PersonThrottle";
import { tooManyAttempts } from "./rateLimited";

/**
 * A person is an account, or the IP address of a visitor. Networks: an IPv6 household (/56), and the smallest networks
 * that are routed (IPv4 /24, IPv6 /48).
 */
type Key = "person" | "account" | "address" | "process";

const minute = 60;
const quarter = 15 * minute;
const reason = tooManyAttempts;

export interface CountedLimit extends Limit {
  per: "account" | "address" | "household" | "routed";
  /** The first sentence of the message to the caller. */
  reason?: string;
}

/**
 * Stored in memory on SQLite and in the table `call_limit` on PostgreSQL, for all processes together. Calls over a
 * limit get 429 with `Retry-After`, `RateLimit` and `RateLimit-Policy`.
 *
 * The limit of changes only affects programs: people do not fill in forms that fast, and a program can continue a
 * minute later. IP addresses have high limits, because Indian mobile networks put thousands of phones behind one
 * address. Networks have limits too, so that a caller cannot multiply the limit of one address by using many. A
 * household gets the limit of two addresses. A routed network gets the limit of five, about an eighth of the default
 * SMS budget in that time. For addresses from which a user has logged in within a day, a household gets the limit of
 * one and a half addresses, and a routed network that of three, because a mobile operator's pool has several such
 * networks.
 */
export const countedLimits = {
  /** Changes through GraphQL or REST by signed-in callers. Each partner has its own `write`, `gateway` and `points`. */
  write: { name: "write", per: "account", points: 120, seconds: minute },
  /** Requests to the payment provider, whose limits all travellers share. */
  gateway: { name: "gateway", per: "account", points: 30, seconds: minute },
  /** Points of query cost (`limits.rules`). Only partners' points are counted; `partner.rules` has the defaults. */
  points: { name: "points", per: "account", points: 100_000, seconds: minute },
  codeAttempt: { name: "try", per: "address", points: 600, seconds: quarter, reason },
  /**
   * Login codes. The `verified…` limits are additional, for addresses from which a user has logged in within a day:
   * 200, 300 and 600 in total.
   */
  code: { name: "send address", per: "address", points: 20, seconds: quarter, reason },
  verifiedCode: { name: "send more address", per: "address", points: 180, seconds: quarter },
  householdCode: { name: "send household", per: "household", points: 40, seconds: quarter, reason },
  verifiedHouseholdCode: { name: "send more household", per: "household", points: 260, seconds: quarter },
  routedCode: { name: "send routed", per: "routed", points: 100, seconds: quarter, reason },
  verifiedRoutedCode: { name: "send more routed", per: "routed", points: 500, seconds: quarter },
  /** Requests for countries without visas. The limit is low, so that one visitor hardly affects the counts. */
  wish: { name: "wish", per: "address", points: 10, seconds: 60 * minute },
  /** Rejects nothing. A login marks its IP address as verified for a day. */
  login: { name: "login", per: "address", points: 1, seconds: 24 * 60 * minute },
} as const satisfies Record<string, CountedLimit>;

export type LimitName = keyof typeof countedLimits;

/** Windows that are counted synchronously, in the memory of each process. */
export const windowLimits = {
  /**
   * Cached responses that are sent immediately. Over the limit, requests are scheduled like those for other responses.
   */
  cachedResponse: { per: "address", points: 2_000, seconds: 20 },
  /**
   * Searches rendered on the server; each blocks the process for about 20 ms. Over the limit, the page for all searches
   * is sent.
   */
  renderedSearch: { per: "process", points: 10, seconds: 10 },
  /** Searches over that limit, and calls to `/readyz`. Those over these limits are delayed. */
  search: { per: "process", points: 20, seconds: 1, delayMs: 500 },
  readyCheck: { per: "process", points: 20, seconds: 1, delayMs: 1_000 },
} as const satisfies Record<string, Omit<Limit, "name"> & { per: Key; delayMs?: number }>;

/** Leaky buckets in the memory of each process. Calls over a limit are delayed. */
export const throttles = {
  /**
   * Uploads, enough for the largest form and some retries. Not rejected, because clients would immediately resend
   * megabytes, whereas a body that waits stays in the sender's buffers and costs nothing.
   */
  upload: { per: "person", burst: 10, intervalMs: 500 },
  /** Rejected operations. The response is delayed, because clients retry as soon as they receive it. */
  refusal: { per: "person", burst: 20, intervalMs: 20, maxDelayMs: 10_000, jitterMs: 1_000 },
  /**
   * Login codes for IP addresses that are not verified. A burst of requests from many addresses would otherwise delay
   * everyone's writes.
   */
  unverifiedCode: { per: "address", burst: 4, intervalMs: 500, maxDelayMs: 5_000 },
  /**
   * Responses to wrong codes; the first is immediate. A program that guesses codes waits for each response before its
   * next attempt, so the delay prevents 120 attacking IP addresses from affecting other users.
   */
  refusedCode: { per: "address", burst: 1, intervalMs: 2_000, maxDelayMs: 5_000, jitterMs: 1_000 },
} as const satisfies Record<string, Throttle & { per: Key }>;

/**
 * Limits of concurrent tasks, in the memory of each process. Tasks over `concurrent` wait; those over `all` get 429.
 */
export interface SlotLimit {
  per: Key;
  concurrent: number;
  /** Maximum number of running and waiting tasks. Limited, because the requests of waiting tasks are in memory. */
  all: number;
}

/**
 * A person's share of the thread: a fraction of its time, and `burstMs` milliseconds in advance. Over the limit, the
 * person's operations run after those of all others, until at most `maxOverBudgetMs` after the last request.
 */
interface Share {
  threadShare: number;
  burstMs: number;
}

export const slotLimits = {
  /**
   * Browsers open six connections. All requests of a traveller from login to payment take about 30 ms of thread time.
   */
  account: { per: "account", concurrent: 6, all: 500, threadShare: 0.005, burstMs: 40 },
  /** A partner's program serves many travellers; each partner has its own `concurrent`. */
  partner: { per: "account", concurrent: 12, all: 500, threadShare: 0.05, burstMs: 100 },
  /** Thousands of phones may share an IP address. A login takes about 20 ms of thread time. */
  visitor: { per: "address", concurrent: 48, all: 500, threadShare: 0.1, burstMs: 150 },
  /** Each download holds one file in memory. */
  download: { per: "account", concurrent: 6, all: 200 },
} as const satisfies Record<string, SlotLimit & Partial<Share>>;

export const maxOverBudgetMs = 20_000;

/** Limits per connection. A connection that exceeds one is closed. */
export const connectionLimits = {
  /**
   * Maximum number of unanswered requests. Browsers wait for each response, and programs that pipeline send a few
   * requests; without a limit, one packet of 64 KB could contain thousands.
   */
  unanswered: 8,
  /**
   * Minimum rate at which a client must send a body or read a response: 32 kbit/s, slower than any network on which
   * pages are usable.
   */
  bytesPerSecond: 4 * 1024,
} as const;
