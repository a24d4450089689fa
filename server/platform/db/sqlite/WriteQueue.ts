import type { Work } from "../database";
import { toStorageError, StorageError } from "../../../core/storageErrors";
import { maxQueueLength, tooBusy } from "../writing";
import { StuckWork, type Outcome, type Writer } from "./Writer";

/** Maximum tasks per transaction: enough to make the commit a small part of the cost. */
const maxBatchSize = 64;
/** Maximum seconds for a task, which should only use the database. */
const defaultTaskSeconds = 30;

interface Settle {
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}
/** A task for a transaction, or a statement that cannot be in one. */
type Waiting = Settle & ({ work: Work<unknown> } | { exclusive: () => Promise<unknown> });

/**
 * Runs writes one after another, in order of arrival. Writes that are waiting after a commit share the next
 * transaction, each in a savepoint: an error rolls back only the rows of its own write. Each write is acknowledged
 * after the shared commit, so that acknowledged data is on disk (docs/decisions/0026). A write never waits for others
 * to arrive.
 */
export class WriteQueue {
  #waiting: Waiting[] = [];
  #inFlight = 0;
  readonly #whenIdle: (() => void)[] = [];

  constructor(
    private readonly writer: Writer,
    private readonly maxTaskSeconds = defaultTaskSeconds,
  ) {}

  /** Number of running and waiting writes. */
  get count(): number {
    return this.#waiting.length + this.#inFlight;
  }

  /** Throws the task's errors, UNAVAILABLE if the queue is too long, and `StorageError` if the disk is full. */
  async add<T>(work: Work<T>): Promise<T> {
    return this.#wait((answer) => ({ ...answer, work }));
  }

  /** Runs a statement that cannot be in a transaction, while no other write runs. Throws like `add`. */
  async addExclusive<T>(statement: () => Promise<T>): Promise<T> {
    return this.#wait((answer) => ({ ...answer, exclusive: statement }));
  }

  /** Resolves when the queue is empty. */
  async idle(): Promise<void> {
    if (this.#inFlight > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  async #wait<T>(toWaiting: (answer: Settle) => Waiting): Promise<T> {
    if (this.count >= maxQueueLength) throw tooBusy();
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(toWaiting({ resolve: resolve as (value: unknown) => void, reject }));
      if (this.#inFlight === 0) void this.#doAll();
    });
  }

  /** Never rejects. */
  async #doAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup();
      this.#inFlight = group.length;
      const outcomes = await this.#do(group);
      group.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index]!;
        if ("error" in outcome) reject(toStorageError(outcome.error));
        else resolve(outcome.value);
      });
    }
    this.#inFlight = 0;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  /** Takes an exclusive statement, or up to `maxBatchSize` tasks before the next one. */
  #takeGroup(): Waiting[] {
    const beforeExclusive = this.#waiting.findIndex((one) => "exclusive" in one);
    if (beforeExclusive === 0) return this.#waiting.splice(0, 1);
    return this.#waiting.splice(
      0,
      beforeExclusive < 0 ? maxBatchSize : Math.min(maxBatchSize, beforeExclusive),
    );
  }

  /**
   * Runs a group and acknowledges nothing before the commit. If the commit fails, or a task loses the connection, the
   * whole group fails; tasks that did not cause it get a retryable error.
   */
  async #do(group: Waiting[]): Promise<Outcome<unknown>[]> {
    const works = group.flatMap((one) => ("work" in one ? [one.work] : []));
    let at = 0;
    try {
      if ("exclusive" in group[0]!) return [{ value: await group[0].exclusive() }];
      return await this.writer.transact(async (transaction) => {
        const outcomes: Outcome<unknown>[] = [];
        for (const work of works) {
          const done = () => this.#withTimeout(work(transaction));
          outcomes.push(works.length === 1 ? { value: await done() } : await this.writer.inSavepoint(done));
          at++;
        }
        return outcomes;
      });
    } catch (error) {
      const concernsAll = at === group.length || toStorageError(error) instanceof StorageError;
      return group.map((_, index) => ({ error: concernsAll || index === at ? error : tooBusy() }));
    }
  }

  /** Abandons a task that takes too long because it waits for anything but the database, such as a nested write. */
  async #withTimeout<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const isOver = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StuckWork()), this.maxTaskSeconds * 1000);
    });
    try {
      return await Promise.race([work, isOver]);
    } finally {
      clearTimeout(timer);
    }
  }
}
