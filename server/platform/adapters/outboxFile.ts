import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { toStorageError } from "../../core/storageErrors";

/** A file of JSON lines under `<dataDir>/outbox`, in place of a provider. */
export class OutboxFile {
  readonly #folder: string;
  readonly #name: string;
  /** One line at a time, so that a failed one can be truncated. */
  #tail: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string, name: string) {
    this.#folder = join(dataDir, "outbox");
    this.#name = name;
  }

  /** Throws UNAVAILABLE if the disk is full. */
  async append(entry: object): Promise<void> {
    const written = this.#tail.then(() => this.#append(`${JSON.stringify(entry)}\n`));
    this.#tail = written.catch(() => undefined);
    return written.catch((error: unknown) => {
      throw toStorageError(error);
    });
  }

  async #append(line: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = await open(join(this.#folder, this.#name), "a", 0o600);
    const { size } = await file.stat();
    try {
      await file.appendFile(line);
    } catch (error) {
      // A full disk may store half a line, which would corrupt the next one.
      await file.truncate(size).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
  }
}
