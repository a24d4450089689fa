/** The time that each person owes, in milliseconds. It decreases as time passes. */
export class Debts {
  /** When each debt will be paid off; only unpaid debts. */
  readonly #paidAt = new Map<string, number>();

  of(person: string): number {
    return Math.max(0, (this.#paidAt.get(person) ?? 0) - performance.now());
  }

  /** Increases a debt, up to `most`, and returns it. */
  add(person: string, amount: number, most = Infinity): number {
    const debt = Math.min(this.of(person) + amount, most);
    const isNew = !this.#paidAt.has(person);
    this.#paidAt.set(person, performance.now() + debt);
    if (isNew) this.#forgetIn(debt, person);
    return debt;
  }

  #forgetIn(ms: number, person: string): void {
    setTimeout(() => {
      const rest = this.of(person);
      if (rest > 0) this.#forgetIn(rest, person);
      else this.#paidAt.delete(person);
    }, ms + 1).unref();
  }
}
