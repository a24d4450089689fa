import { RateLimiterRes, type RateLimiterAbstract } from "rate-limiter-flexible";

/** Maximum points per key within a window of `seconds`, which starts with the first call. */
export interface Limit {
  name: string;
  points: number;
  seconds: number;
}

export interface Limiter {
  /** Consumes points of a key. Returns undefined, or the seconds to wait if too few points are left. */
  take(key: string, points?: number): Promise<number | undefined>;
  isExhausted(key: string): Promise<boolean>;
}

export function toLimiter(limiter: RateLimiterAbstract): Limiter {
  return {
    take: async (key, points = 1) => {
      try {
        await limiter.consume(key, points);
        return undefined;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      }
    },
    isExhausted: async (key) => {
      const taken = await limiter.get(key);
      return taken !== null && taken.remainingPoints <= 0;
    },
  };
}
