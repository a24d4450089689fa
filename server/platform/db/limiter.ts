import { RateLimiterRes, type RateLimiterAbstract } from "rate-limiter-flexible";

/** So many points for each key in so many seconds, counted from the first. */
export interface Limit {
  name: string;
  points: number;
  seconds: number;
}

export interface Limiter {
  /** Takes points of a key; answers the seconds to wait where there are not so many left, undefined where there are. */
  take(key: string, points?: number): Promise<number | undefined>;
  /** True if a key has no points left. */
  isUsedUp(key: string): Promise<boolean>;
}

export function limiterOf(limiter: RateLimiterAbstract): Limiter {
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
    isUsedUp: async (key) => {
      const taken = await limiter.get(key);
      return taken !== null && taken.remainingPoints <= 0;
    },
  };
}
