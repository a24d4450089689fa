import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { tooMuch } from "../rateLimiting/personLimits";
import { Turns } from "../rateLimiting/Turns";
import { RequestAborted } from "./multipart/multipartErrors";

/** Concurrent downloads per person, each with one file in memory. Browsers open this many connections. */
const atOnce = 6;
/** Maximum number of running and waiting downloads per person. */
const maxWaiting = 200;

/**
 * Schedules downloads that are held in memory until they are read. A person's downloads only wait for each
 * other.
 */
export class DownloadTurns {
  readonly #people = new Map<string, Turns>();

  /**
   * Resolves when the download may start; its slot is freed when the response ends. Throws RATE_LIMITED if
   * too many downloads of this person are waiting, and RequestAborted if the client has left.
   */
  async enter(person: string, response: ServerResponse): Promise<void> {
    const turns = this.#people.get(person) ?? new Turns(atOnce);
    if (turns.count >= maxWaiting) throw tooMuch(5);
    this.#people.set(person, turns);
    await new Promise<void>((resolve) => {
      const turn = turns.take(person, async () => {
        resolve();
        if (!response.closed) await once(response, "close");
      });
      void turn.finally(() => turns.count === 0 && this.#people.delete(person));
    });
    if (response.closed) throw new RequestAborted();
  }
}
