import { RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import type { DataSource } from "typeorm";
import { limiterOf, type Limit, type Limiter } from "../limiter";
import { poolOf } from "./postgresSource";

/**
 * Counts in the table `call_limit`, for all processes together. A key whose points are used up is remembered in the
 * process until its time is over, so that who goes on costs the database nothing; while the database is away, the
 * process counts by itself. Clocks of machines that differ by a second make a window a second longer or shorter.
 */
export function makeSharedLimiter(source: DataSource, { name, points, seconds }: Limit): Limiter {
  const window = { keyPrefix: name, points, duration: seconds };
  return limiterOf(
    new RateLimiterPostgres({
      ...window,
      // Without the names it gives its statements: behind PgBouncer the next one may go to another connection.
      storeClient: {
        query: ({ text, values }: { text: string; values: unknown[] }) => poolOf(source).query(text, values),
      },
      storeType: "pool",
      tableName: "call_limit",
      tableCreated: true,
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: new RateLimiterMemory(window),
    }),
  );
}
