import type { Clock, SmsSender, TextMessage } from "../../../core/ports";
import { OutboxFile } from "../outboxFile";

/** For development and tests: appends each SMS as one JSON line to `<dataDir>/outbox/sms.jsonl`. */
export class OutboxSms implements SmsSender {
  readonly #file: OutboxFile;
  readonly #clock: Clock;

  constructor(dataDir: string, clock: Clock) {
    this.#file = new OutboxFile(dataDir, "sms.jsonl");
    this.#clock = clock;
  }

  send({ id, to, template, text }: TextMessage): Promise<void> {
    return this.#file.append({ at: this.#clock.now().toISOString(), id, to, template, text });
  }
}
