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

/** The kinds of entities that are stored by id. */
interface Stored {
  order: Order;
  payment: Payment;
  refund: Refund;
  dispute: Dispute;
  delivery: Delivery;
}

export type StoreRecord =
  | { [Kind in keyof Stored]: { kind: Kind; value: Stored[Kind]; answered?: RefundRequest } }[keyof Stored]
  | { kind: "delivered"; id: string };

export class Store {
  /** By kind and id, in order of creation. */
  readonly entities: { readonly [Kind in keyof Stored]: Map<string, Stored[Kind]> } = {
    order: new Map(),
    payment: new Map(),
    refund: new Map(),
    dispute: new Map(),
    delivery: new Map(),
  };
  readonly refundRequests = new Map<string, { refundId: string; request: string }>();
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
      if (record.kind === "delivered") {
        this.entities.delivery.delete(record.id);
        continue;
      }
      const { kind, value, answered } = record;
      (this.entities[kind] as Map<string, typeof value>).set(value.id, value);
      if (answered) this.refundRequests.set(answered.key, { refundId: value.id, request: answered.request });
    }
  }

  #listRecords(): StoreRecord[][] {
    const answered = new Map(
      [...this.refundRequests].map(([key, { refundId, request }]) => [refundId, { key, request }]),
    );
    return Object.entries(this.entities).flatMap(([kind, entities]) =>
      [...entities.values()].map((value) => [
        { kind, value, answered: answered.get(value.id) } as StoreRecord,
      ]),
    );
  }
}
