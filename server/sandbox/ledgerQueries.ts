import type { Dispute, Order, Payment, Refund } from "./entities";
import { unknownId } from "./razorpayError";
import type { Store } from "./store";

interface Page {
  count?: string;
  skip?: string;
}

export class LedgerQueries {
  constructor(private readonly store: Store) {}

  get<Kind extends keyof Store["entities"]>(kind: Kind, id: string) {
    const entity = this.store.entities[kind].get(id);
    if (!entity) throw unknownId();
    return entity;
  }

  /** Returns orders, optionally with one receipt, newest first; 10 by default, at most 100. */
  findOrders({ receipt, ...page }: Page & { receipt?: string }): Order[] {
    const orders = [...this.store.entities.order.values()].filter(
      (order) => receipt === undefined || order.receipt === receipt,
    );
    return pageOf(orders, page);
  }

  /** Returns refunds since `from` (in seconds) or of one payment, newest first; 10 by default, at most 100. */
  findRefunds({ paymentId, from, ...page }: Page & { paymentId?: string; from?: string }): Refund[] {
    const refunds = [...this.store.entities.refund.values()].filter(
      (refund) =>
        (paymentId === undefined || refund.payment_id === paymentId) &&
        refund.created_at >= Number(from ?? 0),
    );
    return pageOf(refunds, page);
  }

  findDisputes(page: Page): Dispute[] {
    return pageOf([...this.store.entities.dispute.values()], page);
  }

  /** Returns an order's payments in order of creation. */
  getPaymentsOfOrder(orderId: string): Payment[] {
    const { id } = this.get("order", orderId);
    return [...this.store.entities.payment.values()].filter((payment) => payment.order_id === id);
  }
}

/** Returns one page, newest first; 10 items by default, at most 100. */
function pageOf<T>(items: T[], { count, skip }: Page): T[] {
  const start = Number(skip ?? 0);
  return items.reverse().slice(start, start + Math.min(Number(count ?? 10), 100));
}
