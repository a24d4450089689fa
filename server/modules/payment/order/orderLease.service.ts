/**
 * Lets one process at a time open an order at the gateway or capture its payment, if processes share the database.
 * Guards: no transaction is open during the call.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Platform } from "../../../platform/adapters/Platform";
import { gatewayOutage } from "../gatewayCall.logic";
import * as payments from "../payment.repository";

/**
 * Longer than the two calls of `work` may take together. After this time, another process may take over from a killed
 * one.
 */
const leaseMs = 30_000;
/**
 * How long to wait for the process that holds the lease: longer than the lease, in case the process was killed, and
 * shorter than a mutation may take.
 */
const patienceMs = leaseMs + 2_000;
const pollMs = 100;

export class OrderLeaseService {
  constructor(private readonly deps: Pick<Platform, "db" | "clock">) {}

  /**
   * Runs `work`, or returns the result of another process once `findResult` finds it. `wasLeased` is true if an earlier
   * call may have reached the gateway. Errors: PROVIDER_UNAVAILABLE if the other process takes too long.
   */
  async run<T>(
    paymentOrderId: string,
    findResult: () => Promise<T | undefined>,
    work: (wasLeased: boolean) => Promise<T>,
  ): Promise<T> {
    const { clock, db } = this.deps;
    if (!db.hasOtherWriters) return work(false);
    const options = { lock: `order:${paymentOrderId}` };
    const until = Date.now() + patienceMs;
    for (;;) {
      const now = clock.now();
      const lease = `${new Date(now.getTime() + leaseMs).toISOString()} ${randomUUID()}`;
      const before = await db.write(async (transaction) => {
        const held = await payments.findLease(transaction, paymentOrderId);
        if (held !== null && held > now.toISOString()) return undefined;
        await payments.changeOrder(transaction, { paymentOrderId }, { gatewayLease: lease });
        return { lease: held };
      }, options);
      if (before) {
        try {
          return (await findResult()) ?? (await work(before.lease !== null));
        } finally {
          // Changes nothing if another process has taken over the lease.
          const own = { paymentOrderId, gatewayLease: lease };
          await db.write(
            (transaction) => payments.changeOrder(transaction, own, { gatewayLease: "" }),
            options,
          );
        }
      }
      await wait(pollMs);
      const result = await findResult();
      if (result !== undefined) return result;
      if (Date.now() > until) throw gatewayOutage();
    }
  }
}
