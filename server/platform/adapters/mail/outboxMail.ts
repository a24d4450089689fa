import type { Clock, MailMessage, MailSender } from "../../../core/ports";
import { OutboxFile } from "../outboxFile";

/** For development and tests: appends each e-mail as one JSON line to `<dataDir>/outbox/mail.jsonl`. */
export class OutboxMail implements MailSender {
  readonly #file: OutboxFile;
  readonly #clock: Clock;

  constructor(dataDir: string, clock: Clock) {
    this.#file = new OutboxFile(dataDir, "mail.jsonl");
    this.#clock = clock;
  }

  send({ id, to, template, subject, text }: MailMessage): Promise<void> {
    return this.#file.append({ at: this.#clock.now().toISOString(), id, to, template, subject, text });
  }
}
