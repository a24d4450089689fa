import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { requestAborted } from "../../http/multipart/multipartErrors";
import { slotLimits } from "../limits";
import { rateLimited } from "../rateLimited";
import { PersonSlots } from "./PersonSlots";

/** Limits the concurrent downloads of each person, because each file is in memory until the client has read it. */
export class DownloadSlots {
  readonly #slots = new PersonSlots();

  /**
   * Resolves when the download may start; its slot is freed when the response ends. Throws RATE_LIMITED if too many
   * downloads of this person are waiting, and RequestAborted if the client has disconnected.
   */
  async acquire(person: string, response: ServerResponse): Promise<void> {
    if (this.#slots.isFull(person, slotLimits.download)) throw rateLimited(5);
    await new Promise<void>((resolve) => {
      void this.#slots.run(person, slotLimits.download, async () => {
        resolve();
        if (!response.closed) await once(response, "close");
      });
    });
    if (response.closed) throw requestAborted();
  }
}
