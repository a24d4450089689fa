/**
 * The sandbox's state: in memory for reading, in the journal for durability. Each change is decided, written
 * and applied before the next one is decided, so that no two changes are based on the same state.
 */
import { Journal } from "./journal";
import type { Delivery, Dispute, Order, Payment, Refund } from "./entities";

/** The request that created a refund, for `X-Refund-Idempotency`. */
export interface RefundRequest {
  key: string;
  request: string;
}

export type StoreRecord =
  | { kind: "order"; value: Order }
  | { kind: "payment"; value: Payment }
  | { kind: "refund"; value: Refund; answered?: RefundRequest }
  | { kind: "dispute"; value: Dispute }
  | { kind: "delivery"; value: Delivery }
  | { kind: "delivered"; id: string };

export class Store {
  readonly orders = new Map<string, Order>();
  readonly payments = new Map<string, Payment>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly deliveries = new Map<string, Delivery>();
  /** By idempotency key. */
  readonly refundRequests = new Map<string, { refundId: string; request: string }>();
  readonly #paymentIdsByOrder = new Map<string, Set<string>>();
  #journal!: Journal<StoreRecord[]>;
  #tail: Promise<unknown> = Promise.resolve();

  private constructor() {}

  /** Loads `file` and compacts it to one line per entity. */
  static async open(file: string): Promise<Store> {
    const store = new Store();
    for (const change of await Journal.read<StoreRecord[]>(file)) store.#apply(change);
    store.#journal = await Journal.rewrite(file, store.#listRecords());
    return store;
  }

  /** In order of creation. */
  findPaymentsOfOrder(orderId: string): Payment[] {
    return [...(this.#paymentIdsByOrder.get(orderId) ?? [])].map((id) => this.payments.get(id)!);
  }

  /** Resolves when the records from `decide` are on disk; if `decide` throws, nothing changes. */
  change<Result>(decide: () => { records: StoreRecord[]; result: Result }): Promise<Result> {
    const written = this.#tail.then(async () => {
      const { records, result } = decide();
      if (records.length > 0) {
        await this.#journal.append(records);
        this.#apply(records);
      }
      return result;
    });
    this.#tail = written.catch(() => undefined);
    return written;
  }

  async close(): Promise<void> {
    await this.#tail;
    await this.#journal.close();
  }

  #apply(records: readonly StoreRecord[]): void {
    for (const record of records) {
      switch (record.kind) {
        case "order":
          this.orders.set(record.value.id, record.value);
          break;
        case "payment":
          this.payments.set(record.value.id, record.value);
          this.#indexPayment(record.value);
          break;
        case "refund":
          this.refunds.set(record.value.id, record.value);
          if (record.answered) {
            const { key, request } = record.answered;
            this.refundRequests.set(key, { refundId: record.value.id, request });
          }
          break;
        case "dispute":
          this.disputes.set(record.value.id, record.value);
          break;
        case "delivery":
          this.deliveries.set(record.value.id, record.value);
          break;
        case "delivered":
          this.deliveries.delete(record.id);
          break;
      }
    }
  }

  #indexPayment(payment: Payment): void {
    const ids = this.#paymentIdsByOrder.get(payment.order_id) ?? new Set();
    this.#paymentIdsByOrder.set(payment.order_id, ids.add(payment.id));
  }

  #listRecords(): StoreRecord[][] {
    const answered = new Map(
      [...this.refundRequests].map(([key, { refundId, request }]) => [refundId, { key, request }]),
    );
    return [
      ...[...this.orders.values()].map((value): StoreRecord => ({ kind: "order", value })),
      ...[...this.payments.values()].map((value): StoreRecord => ({ kind: "payment", value })),
      ...[...this.refunds.values()].map((value): StoreRecord => ({
        kind: "refund",
        value,
        answered: answered.get(value.id),
      })),
      ...[...this.disputes.values()].map((value): StoreRecord => ({ kind: "dispute", value })),
      ...[...this.deliveries.values()].map((value): StoreRecord => ({ kind: "delivery", value })),
    ].map((record) => [record]);
  }
}
