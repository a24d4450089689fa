/**
 * How many bytes of uploads the whole process holds at this moment. The limits of one request do not protect
 * the process from many requests at once; this does. One instance for the process.
 */
export class MemoryBudget {
  #held = 0;

  constructor(readonly limitBytes: number) {}

  get inFlight(): number {
    return this.#held;
  }

  hasRoomFor(bytes: number): boolean {
    return this.#held + bytes <= this.limitBytes;
  }

  /** Takes the bytes and returns true, or takes nothing and returns false. */
  reserve(bytes: number): boolean {
    if (!this.hasRoomFor(bytes)) return false;
    this.#held += bytes;
    return true;
  }

  /** Give back exactly what was reserved, once; `MultipartBody.release` sees to that for requests. */
  release(bytes: number): void {
    this.#held = Math.max(0, this.#held - bytes);
  }
}
