import type { Work } from "../database";
import { asStorageFault, StorageRefused } from "../../../core/storageFaults";
import { mostWaiting, tooBusy } from "../writing";
import { StuckWork, type Outcome, type Writer } from "./Writer";

/** Works in one transaction: the commit is a small part of what they cost then. */
const mostTogether = 64;
/** Seconds. A work asks the database alone, and never for so long. */
const longestWork = 30;

interface Answer {
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}
/** A work for a transaction, or what cannot be in one. */
type Waiting = Answer & ({ work: Work<unknown> } | { alone: () => Promise<unknown> });

/**
 * Works that write, one after another in the order in which they came. All that wait when the last commit is done are
 * one transaction, each in a savepoint: what one of them throws takes back its own rows alone, and each is answered
 * after the one commit, so that what is acknowledged is on the disk (docs/decisions/0026). Nobody waits for others to
 * come: one that is alone is committed by itself.
 */
export class WriteQueue {
  readonly #writer: Writer;
  readonly #longestWorkSeconds: number;
  #waiting: Waiting[] = [];
  #underWay = 0;
  readonly #whenIdle: (() => void)[] = [];

  constructor(writer: Writer, { longestWorkSeconds = longestWork }: { longestWorkSeconds?: number } = {}) {
    this.#writer = writer;
    this.#longestWorkSeconds = longestWorkSeconds;
  }

  /** Running and waiting ones together. */
  get count(): number {
    return this.#waiting.length + this.#underWay;
  }

  /** Errors: the work's own, UNAVAILABLE where the queue is too long, `StorageRefused` where the disk is full. */
  async add<T>(work: Work<T>): Promise<T> {
    return this.#wait((answer) => ({ ...answer, work }));
  }

  /** For what cannot be in a transaction: nothing else is written meanwhile. Errors as `add`. */
  async addAlone<T>(alone: () => Promise<T>): Promise<T> {
    return this.#wait((answer) => ({ ...answer, alone }));
  }

  /** Resolves when nothing runs and nothing waits. */
  async idle(): Promise<void> {
    if (this.#underWay > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  async #wait<T>(toWaiting: (answer: Answer) => Waiting): Promise<T> {
    if (this.count >= mostWaiting) throw tooBusy();
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(toWaiting({ resolve: resolve as (value: unknown) => void, reject }));
      if (this.#underWay === 0) void this.#doAll();
    });
  }

  /** Never rejects. */
  async #doAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup();
      this.#underWay = group.length;
      const outcomes = await this.#do(group);
      group.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index]!;
        if ("error" in outcome) reject(asStorageFault(outcome.error));
        else resolve(outcome.value);
      });
    }
    this.#underWay = 0;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  /** What is done alone, or the works before the next of its kind. */
  #takeGroup(): Waiting[] {
    const upToLoner = this.#waiting.findIndex((one) => "alone" in one);
    if (upToLoner === 0) return this.#waiting.splice(0, 1);
    return this.#waiting.splice(0, upToLoner < 0 ? mostTogether : Math.min(mostTogether, upToLoner));
  }

  /**
   * Nothing is acknowledged that is not committed: where a commit fails, or one work takes the connection with it, all
   * of the transaction fail, those who are not to blame as ones that may come again.
   */
  async #do(group: Waiting[]): Promise<Outcome<unknown>[]> {
    const works = group.flatMap((one) => ("work" in one ? [one.work] : []));
    let at = 0;
    try {
      if ("alone" in group[0]!) return [{ value: await group[0].alone() }];
      return await this.#writer.transact(async (transaction) => {
        const outcomes: Outcome<unknown>[] = [];
        for (const work of works) {
          const done = () => this.#inTime(work(transaction));
          outcomes.push(works.length === 1 ? { value: await done() } : await this.#writer.inSavepoint(done));
          at++;
        }
        return outcomes;
      });
    } catch (error) {
      const concernsAll = at === group.length || asStorageFault(error) instanceof StorageRefused;
      return group.map((_, index) => ({ error: concernsAll || index === at ? error : tooBusy() }));
    }
  }

  /** One that waits for something else than the database, as for a write inside itself, is given up. */
  async #inTime<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const isOver = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StuckWork()), this.#longestWorkSeconds * 1000);
    });
    try {
      return await Promise.race([work, isOver]);
    } finally {
      clearTimeout(timer);
    }
  }
}
