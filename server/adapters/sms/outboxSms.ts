import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { Clock, SmsSender, TextMessage } from "../../ports";
import { asStorageFault } from "../../storageFaults";

/** For development and tests: appends each SMS as one JSON line to `<dataDir>/outbox/sms.jsonl` (contract §1). */
export class OutboxSms implements SmsSender {
  readonly #folder: string;
  readonly #clock: Clock;
  /** One line at a time, so that a failed one can be taken back. */
  #tail: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string, clock: Clock) {
    this.#folder = join(dataDir, "outbox");
    this.#clock = clock;
  }

  async send({ to, template, text }: TextMessage): Promise<void> {
    const line = JSON.stringify({ at: this.#clock.now().toISOString(), to, template, text });
    const turn = this.#tail.then(() => this.#append(`${line}\n`));
    this.#tail = turn.catch(() => undefined);
    return turn.catch((error: unknown) => {
      throw asStorageFault(error);
    });
  }

  async #append(line: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = await open(join(this.#folder, "sms.jsonl"), "a", 0o600);
    const { size } = await file.stat();
    try {
      await file.appendFile(line);
    } catch (error) {
      // A full disk takes half a line; the next one would be spoilt by it.
      await file.truncate(size).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
  }
}
