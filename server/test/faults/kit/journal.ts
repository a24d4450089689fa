import { NoAnswer } from "./calls";
import type { PersonModel } from "./model";

/** Something that was sent and not answered: how to find out, once the server is back, which of the two it is. */
export type Loose = () => Promise<void>;

/** What was acknowledged and what was left open, on the test's side. */
export class Journal {
  /** Everybody who ever logged in. */
  readonly people = new Set<PersonModel>();
  /** Those who did something since the last `takeActive`. */
  #active = new Set<PersonModel>();
  #loose: Loose[] = [];
  /** Writes that were answered with success, by what they were. */
  readonly acknowledged = new Map<string, number>();
  /** Calls that got no answer. */
  unanswered = 0;
  #waiting: { total: number; resolve: () => void } | undefined;

  /** Sends; a success is noted by `apply`, no answer by `resolve`, which is asked later. */
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

  /** Notes a success: `apply` puts it into the model, at once. */
  #acknowledge(person: PersonModel, what: string, apply: () => void): void {
    apply();
    this.people.add(person);
    this.#active.add(person);
    this.acknowledged.set(what, (this.acknowledged.get(what) ?? 0) + 1);
    if (this.#waiting && this.total >= this.#waiting.total) this.#waiting.resolve();
  }

  /** Resolves when that many more writes are acknowledged. */
  untilMore(count: number): Promise<void> {
    return new Promise((resolve) => (this.#waiting = { total: this.total + count, resolve }));
  }

  #leaveOpen(person: PersonModel, resolve: Loose): void {
    this.unanswered++;
    this.#active.add(person);
    this.#loose.push(resolve);
  }

  /** Finds out about everything that was left open. */
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
