import { NoAnswer } from "./calls";
import type { PersonModel } from "./model";

/** Finds out, once the server runs again, whether an unanswered call was applied. */
export type Loose = () => Promise<void>;

/** Records which writes were acknowledged, and which were not answered. */
export class Journal {
  /** All people who ever logged in. */
  readonly people = new Set<PersonModel>();
  /** People who acted since the last `takeActive`. */
  #active = new Set<PersonModel>();
  #loose: Loose[] = [];
  /** Successful writes, counted by kind. */
  readonly acknowledged = new Map<string, number>();
  /** Calls without a response. */
  unanswered = 0;
  #waiting: { total: number; resolve: () => void } | undefined;

  /**
   * Sends a call; `apply` records its success. If there is no response, `resolveAll` calls `resolve` later.
   */
  async send<T>(
    person: PersonModel,
    what: string,
    send: () => Promise<T>,
    apply: (answer: T) => void,
    resolve: Loose,
  ): Promise<T> {
    try {
      const answer = await send();
      this.#acknowledge(person, what, () => apply(answer));
      return answer;
    } catch (error) {
      if (error instanceof NoAnswer) this.#leaveOpen(person, resolve);
      throw error;
    }
  }

  /** Records a success; `apply` adds it to the model synchronously. */
  #acknowledge(person: PersonModel, what: string, apply: () => void): void {
    apply();
    this.people.add(person);
    this.#active.add(person);
    this.acknowledged.set(what, (this.acknowledged.get(what) ?? 0) + 1);
    if (this.#waiting && this.total >= this.#waiting.total) this.#waiting.resolve();
  }

  /** Resolves when `count` more writes are acknowledged. */
  untilMore(count: number): Promise<void> {
    return new Promise((resolve) => (this.#waiting = { total: this.total + count, resolve }));
  }

  #leaveOpen(person: PersonModel, resolve: Loose): void {
    this.unanswered++;
    this.#active.add(person);
    this.#loose.push(resolve);
  }

  /** Finds out whether the unanswered calls were applied. */
  async resolveAll(): Promise<void> {
    const loose = this.#loose;
    this.#loose = [];
    for (const resolve of loose) await resolve();
  }

  takeActive(): PersonModel[] {
    const active = [...this.#active].filter((person) => this.people.has(person));
    this.#active = new Set();
    return active;
  }

  get total(): number {
    return [...this.acknowledged.values()].reduce((sum, count) => sum + count, 0);
  }
}
