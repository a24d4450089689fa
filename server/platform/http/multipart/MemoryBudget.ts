/** Why bytes are not taken: the process holds all it may, or this person does. */
export type NoRoom = "process" | "person";

/**
 * How many bytes of uploads the whole process holds at this moment, and how many of them one person's. The limits of one
 * request do not protect the process from many requests at once, nor one person from another; this does. One instance
 * for the process.
 */
export class MemoryBudget {
  readonly #limitBytes: number;
  readonly #shareBytes: number;
  readonly #heldOf = new Map<string, number>();
  #held = 0;

  /** `shareBytes`: what one person may hold. Without it everything. */
  constructor(limitBytes: number, shareBytes = limitBytes) {
    this.#limitBytes = limitBytes;
    this.#shareBytes = shareBytes;
  }

  get inFlight(): number {
    return this.#held;
  }

  /** What stands against so many bytes more; undefined where they fit. */
  findNoRoom(bytes: number, person: string): NoRoom | undefined {
    if (this.#held + bytes > this.#limitBytes) return "process";
    return (this.#heldOf.get(person) ?? 0) + bytes > this.#shareBytes ? "person" : undefined;
  }

  /** Takes the bytes, or takes nothing and answers why. */
  reserve(bytes: number, person: string): NoRoom | undefined {
    const noRoom = this.findNoRoom(bytes, person);
    if (noRoom) return noRoom;
    this.#held += bytes;
    this.#heldOf.set(person, (this.#heldOf.get(person) ?? 0) + bytes);
    return undefined;
  }

  /** Give back exactly what was reserved, once; `MultipartBody.release` sees to that for requests. */
  release(bytes: number, person: string): void {
    this.#held = Math.max(0, this.#held - bytes);
    const left = (this.#heldOf.get(person) ?? 0) - bytes;
    if (left > 0) this.#heldOf.set(person, left);
    else this.#heldOf.delete(person);
  }
}
