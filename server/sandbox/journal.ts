/** An append-only file that survives `kill -9`. Each line is one change, so that changes are atomic. */
import { open, mkdir, readFile, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";

export class Journal<Entry> {
  /** The end of the last acknowledged line. */
  #size: number;
  #isTorn = false;

  private constructor(
    private readonly handle: FileHandle,
    size: number,
  ) {
    this.#size = size;
  }

  /** Returns the entries of `file`; none if the file does not exist. */
  static async read<Entry>(file: string): Promise<Entry[]> {
    const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw error;
    });
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return lines.flatMap((line, index) => {
      try {
        return [JSON.parse(line) as Entry];
      } catch {
        // The process died while writing the last line, which was never acknowledged.
        if (index === lines.length - 1) return [];
        throw new Error(
          `${file}: line ${index + 1} is not JSON; remove the file to start the sandbox afresh`,
        );
      }
    });
  }

  /** Replaces `file` atomically with `entries` and opens it for appending. Only the owner can read the file. */
  static async rewrite<Entry>(file: string, entries: readonly Entry[]): Promise<Journal<Entry>> {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const temporary = `${file}.tmp`;
    await rm(temporary, { force: true });
    const handle = await open(temporary, "a", 0o600);
    try {
      const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
      await handle.appendFile(text);
      await handle.sync();
      await rename(temporary, file);
      await syncFolder(dirname(file));
      return new Journal<Entry>(handle, Buffer.byteLength(text));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Resolves once the entry is on disk. The caller must run one append at a time. */
  async append(entry: Entry): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    // Removes the partial line that a failed append, e.g. on a full disk, may have left.
    if (this.#isTorn) await this.handle.truncate(this.#size);
    this.#isTorn = true;
    await this.handle.appendFile(line);
    await this.handle.datasync();
    this.#size += line.length;
    this.#isTorn = false;
  }

  async close(): Promise<void> {
    await this.handle.close();
  }
}

/** Makes a rename durable. Ignores errors, because some file systems cannot sync a folder and do not need to. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
