export type NoRoom = "process" | "person";

/**
 * Limits the bytes of uploads in memory, for the process and per person. Limits per request would not protect the
 * process from many requests, or people from each other. One instance per process.
 */
export class MemoryBudget {
  readonly #heldBy = new Map<string, number>();
  #held = 0;

  /** `shareBytes` is the maximum per person, by default the whole limit. */
  constructor(
    private readonly limitBytes: number,
    private readonly shareBytes = limitBytes,
  ) {}

  get inFlight(): number {
    return this.#held;
  }

  /** Returns the limit that these bytes would exceed, or undefined if they fit. */
  findNoRoom(bytes: number, person: string): NoRoom | undefined {
    if (this.#held + bytes > this.limitBytes) return "process";
    return (this.#heldBy.get(person) ?? 0) + bytes > this.shareBytes ? "person" : undefined;
  }

  /** Reserves the bytes, or reserves nothing and returns the exceeded limit. */
  reserve(bytes: number, person: string): NoRoom | undefined {
    const noRoom = this.findNoRoom(bytes, person);
    if (noRoom) return noRoom;
    this.#held += bytes;
    this.#heldBy.set(person, (this.#heldBy.get(person) ?? 0) + bytes);
    return undefined;
  }

  /** Must be called once with exactly the reserved bytes; `MultipartBody.release` does so for requests. */
  release(bytes: number, person: string): void {
    this.#held = Math.max(0, this.#held - bytes);
    const left = (this.#heldBy.get(person) ?? 0) - bytes;
    if (left > 0) this.#heldBy.set(person, left);
    else this.#heldBy.delete(person);
  }
}
