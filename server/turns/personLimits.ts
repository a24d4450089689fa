import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { DomainError } from "../errors";
import type { Viewer } from "../viewer";
import { personOf } from "./person";

/** In a minute, by account. Nobody fills in forms that fast; a partner's program goes on a minute later. */
const writesInMinute = 120;
/** The same by address, where nobody is signed in: thousands of phones may share one. */
const visitorWritesInMinute = 1200;
/** Calls that make us ask the payment provider, whose own limits all travellers share. */
const gatewayCallsInMinute = 30;

/** How much one person may do in a minute. In memory: a restart forgets it. */
export class PersonLimits {
  readonly #writes = inMinute("write", writesInMinute);
  readonly #visitorWrites = inMinute("visitor write", visitorWritesInMinute);
  readonly #gatewayCalls = inMinute("gateway", gatewayCallsInMinute);

  /** Counts what is about to be changed. Throws `RATE_LIMITED` with the seconds to wait. */
  async countWrites(viewer: Viewer, writes = 1): Promise<void> {
    await consume(viewer.session ? this.#writes : this.#visitorWrites, viewer, writes);
  }

  /** Counts a question to the payment provider. Throws `RATE_LIMITED` with the seconds to wait. */
  async countGatewayCall(viewer: Viewer): Promise<void> {
    await consume(this.#gatewayCalls, viewer, 1);
  }
}

function inMinute(keyPrefix: string, points: number): RateLimiterMemory {
  return new RateLimiterMemory({ keyPrefix, points, duration: 60 });
}

async function consume(limiter: RateLimiterMemory, viewer: Viewer, points: number): Promise<void> {
  try {
    await limiter.consume(personOf(viewer), points);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw tooMuch(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
  }
}

/** `retryAfter` in seconds. */
export function tooMuch(retryAfter: number): DomainError {
  return new DomainError("RATE_LIMITED", `This is too much at once. Please wait ${retryAfter} seconds`, {
    retryAfter,
  });
}
