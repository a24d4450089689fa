import { RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import { toLimiter, type Limit, type Limiter } from "../../rateLimiting/limiter";
import type { Asked } from "./postgresSource";

/**
 * Counts in the table `call_limit`, for all processes together. Exhausted keys are cached until their window ends, so
 * that further calls do not reach the database. While the database is down, each process counts separately. A window
 * can be longer or shorter by the difference between the processes' clocks.
 */
export function makeSharedLimiter(asked: Pick<Asked, "query">, { name, points, seconds }: Limit): Limiter {
  const window = { keyPrefix: name, points, duration: seconds };
  return toLimiter(
    new RateLimiterPostgres({
      ...window,
      // Drops the limiter's statement names, because PgBouncer may run the next statement on another connection.
      storeClient: {
        query: ({ text, values }: { text: string; values: unknown[] }) => asked.query(text, values),
      },
      storeType: "pool",
      tableName: "call_limit",
      tableCreated: true,
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: new RateLimiterMemory(window),
    }),
  );
}
