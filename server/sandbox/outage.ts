import { requestError } from "./razorpayError";

/** A simulated outage, during which the API and payments are refused. */
export class Outage {
  #until = 0;

  /** Returns the end in milliseconds since 1970. */
  start(seconds: number): number {
    this.#until = Date.now() + seconds * 1000;
    return this.#until;
  }

  /** Throws if the outage has not ended. */
  assertOver(): void {
    if (Date.now() < this.#until)
      throw requestError(503, "The payment provider is not available. Please try again in a minute.");
  }
}
