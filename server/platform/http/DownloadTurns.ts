import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { tooMuch } from "../rateLimiting/personLimits";
import { Turns } from "../rateLimiting/Turns";
import { RequestAborted } from "./multipart/multipartErrors";

/** Downloads of one person that run at once, each with one file in memory. As many as a browser opens connections. */
const atOnce = 6;
/** Running and waiting ones of one person. */
const maxWaiting = 200;

/** Downloads of what is held in memory until it is read: those of one person wait for each other, not for others'. */
export class DownloadTurns {
  readonly #people = new Map<string, Turns>();

  /**
   * Resolves when that person's turn has come, which ends with the response. Errors: RATE_LIMITED where too much of
   * theirs waits; RequestAborted where nobody waits for it any longer.
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
