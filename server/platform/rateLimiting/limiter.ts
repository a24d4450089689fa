import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from "rate-limiter-flexible";

/** The maximum number of points per key in a window of `seconds`, which starts with the key's first call. */
export interface Limit {
  /** Part of the stored key; also names the policy in `RateLimit-Policy`. */
  name: string;
  points: number;
  seconds: number;
}

export interface Taken {
  /** True if too few points were left. */
  isOver: boolean;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
}

export interface Limiter {
  /** Consumes points of a key and returns the state of its limit. */
  take(key: string, points?: number): Promise<Taken>;
  findUsed(key: string): Promise<number>;
}

export function makeMemoryLimiter({ name, points, seconds }: Limit): Limiter {
  return toLimiter(new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }));
}

export function toLimiter(limiter: RateLimiterAbstract): Limiter {
  const toTaken = (isOver: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Taken => ({
    isOver,
    remaining: isOver ? 0 : remainingPoints,
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
  return {
    take: (key, points = 1) =>
      limiter.consume(key, points).then(
        (left) => toTaken(false, left),
        (refusal: unknown) => {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          return toTaken(true, refusal);
        },
      ),
    findUsed: async (key) => (await limiter.get(key))?.consumedPoints ?? 0,
  };
}
