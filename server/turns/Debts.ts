/** What each person owes in time, in milliseconds. It is paid off by waiting: one millisecond in one. */
export class Debts {
  /** When each debt is paid off; nobody for whom that is over. */
  readonly #paidAt = new Map<string, number>();

  of(person: string): number {
    return Math.max(0, (this.#paidAt.get(person) ?? 0) - performance.now());
  }

  /** Adds to a debt, which grows no larger than `most`, and returns it. */
  add(person: string, amount: number, most = Infinity): number {
    const debt = Math.min(this.of(person) + amount, most);
    this.#paidAt.set(person, performance.now() + debt);
    setTimeout(() => this.#forget(person), debt + 1).unref();
    return debt;
  }

  #forget(person: string): void {
    if (this.of(person) === 0) this.#paidAt.delete(person);
  }
}
