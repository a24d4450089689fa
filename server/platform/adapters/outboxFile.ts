import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { Clock, MailMessage, MailSender, SmsSender, TextMessage } from "../../core/ports";
import { toStorageError } from "../../core/storageErrors";

/** For development and tests: appends each message as one JSON line to a file in `<dataDir>/outbox`. */
export class OutboxFile implements MailSender, SmsSender {
  readonly #folder: string;
  /** The last write. Each waits for the one before, so that a failed write can be undone by truncating the file. */
  #tail: Promise<unknown> = Promise.resolve();

  constructor(
    dataDir: string,
    private readonly name: string,
    private readonly clock: Clock,
  ) {
    this.#folder = join(dataDir, "outbox");
  }

  /** Throws UNAVAILABLE if the disk is full. */
  async send(message: MailMessage | TextMessage): Promise<void> {
    const { id, to, template, text } = message;
    const subject = "subject" in message ? message.subject : undefined;
    const entry = { at: this.clock.now().toISOString(), id, to, template, subject, text };
    const written = this.#tail.then(() => this.#append(`${JSON.stringify(entry)}\n`));
    this.#tail = written.catch(() => undefined);
    return written.catch((error: unknown) => {
      throw toStorageError(error);
    });
  }

  async #append(line: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = await open(join(this.#folder, this.name), "a", 0o600);
    const { size } = await file.stat();
    try {
      await file.appendFile(line);
    } catch (error) {
      // Removes a half-written line, which a full disk may leave and which would corrupt the next line.
      await file.truncate(size).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
  }
}
