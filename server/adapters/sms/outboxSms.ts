import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Clock, SmsSender, TextMessage } from "../../ports";

/** For development and tests: appends each SMS as one JSON line to `<dataDir>/outbox/sms.jsonl` (contract §1). */
export class OutboxSms implements SmsSender {
  readonly #folder: string;
  readonly #clock: Clock;

  constructor(dataDir: string, clock: Clock) {
    this.#folder = join(dataDir, "outbox");
    this.#clock = clock;
  }

  async send({ to, template, text }: TextMessage): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const line = JSON.stringify({ at: this.#clock.now().toISOString(), to, template, text });
    await appendFile(join(this.#folder, "sms.jsonl"), `${line}\n`, { mode: 0o600 });
  }
}
