import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { rateLimited } from "../PersonLimits";
import { FairSemaphore } from "./FairSemaphore";
import { RequestAborted } from "../../http/multipart/multipartErrors";

/** Concurrent downloads per person, each with one file in memory. Browsers open this many connections. */
const concurrency = 6;
/** Maximum number of running and waiting downloads per person. */
const maxWaiting = 200;

/**
 * Schedules downloads that are held in memory until they are read. A person's downloads only wait for each
 * other.
 */
export class DownloadSlots {
  readonly #people = new Map<string, FairSemaphore>();

  /**
   * Resolves when the download may start; its slot is freed when the response ends. Throws RATE_LIMITED if
   * too many downloads of this person are waiting, and RequestAborted if the client has left.
   */
  async acquire(person: string, response: ServerResponse): Promise<void> {
    const semaphore = this.#people.get(person) ?? new FairSemaphore(concurrency);
    if (semaphore.count >= maxWaiting) throw rateLimited(5);
    this.#people.set(person, semaphore);
    await new Promise<void>((resolve) => {
      const slot = semaphore.run(person, async () => {
        resolve();
        if (!response.closed) await once(response, "close");
      });
      void slot.finally(() => semaphore.count === 0 && this.#people.delete(person));
    });
    if (response.closed) throw new RequestAborted();
  }
}
