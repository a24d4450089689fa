import type { Work } from "../database";
import { toStorageError, StorageError } from "../../../core/storageErrors";
import { maxQueueLength, tooBusy } from "../writing";
import { StuckWork, type Outcome, type Writer } from "./Writer";

/** Maximum number of tasks per transaction, enough to make the commit a small part of its cost. */
const maxBatchSize = 64;
/** Maximum duration of a task in seconds. */
const defaultTaskSeconds = 30;

interface Settle {
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}
/** A waiting task for a transaction, or a statement that cannot run in one. */
type Waiting = Settle & ({ work: Work<unknown> } | { exclusive: () => Promise<unknown> });

/**
 * Runs writes one after another, in order of arrival. Writes that are waiting after a commit share the next
 * transaction. Each has its own savepoint, so that an error rolls back the rows of one write only. All are acknowledged
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

  /** Runs a statement that cannot run in a transaction, while no other write runs. Throws like `add`. */
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

  /**
   * Takes the first statement if it is exclusive, otherwise up to `maxBatchSize` tasks that wait before the next
   * exclusive one.
   */
  #takeGroup(): Waiting[] {
    const beforeExclusive = this.#waiting.findIndex((one) => "exclusive" in one);
    if (beforeExclusive === 0) return this.#waiting.splice(0, 1);
    return this.#waiting.splice(
      0,
      beforeExclusive < 0 ? maxBatchSize : Math.min(maxBatchSize, beforeExclusive),
    );
  }

  /**
   * Runs a group and acknowledges nothing before the commit. If the commit fails or a task loses the transaction, all
   * tasks of the group fail; those that did not cause it get a retryable error.
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

  /**
   * Rejects with `StuckWork` if the task takes too long, which happens only if it waits for anything but the database,
   * such as a nested write.
   */
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
