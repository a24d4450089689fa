import type { SlotLimit } from "../limits";
import { FairSemaphore } from "./FairSemaphore";

/** Limits the concurrent tasks of each person. Further tasks wait only for those of the same person. */
export class PersonSlots {
  readonly #people = new Map<string, FairSemaphore>();

  isFull(person: string, { all }: SlotLimit): boolean {
    return (this.#people.get(person)?.count ?? 0) >= all;
  }

  async run(person: string, { concurrent }: SlotLimit, work: () => Promise<void>): Promise<void> {
    const semaphore = this.#people.get(person) ?? new FairSemaphore(concurrent);
    this.#people.set(person, semaphore);
    try {
      await semaphore.run(person, work);
    } finally {
      if (semaphore.count === 0) this.#people.delete(person);
    }
  }

  /** Resolves when the tasks of all people have ended. */
  async idle(): Promise<void> {
    await Promise.all([...this.#people.values()].map((semaphore) => semaphore.idle()));
  }
}
