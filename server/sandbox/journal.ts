/**
 * An append-only file of JSON lines that survives `kill -9`. One line is one change, however many entities it
 * touches, so that a change is there as a whole or not at all.
 */
import { open, mkdir, readFile, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";

export class Journal<Entry> {
  readonly #handle: FileHandle;

  /** Where the last acknowledged line ends. */
  #size: number;
  #isTorn = false;

  private constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.#size = size;
  }

  /** The lines of `file`, none where there is no file. */
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
        // The process died while it wrote the last line; nobody was told that it is there.
        if (index === lines.length - 1) return [];
        throw new Error(
          `${file}: line ${index + 1} is not JSON; remove the file to start the sandbox afresh`,
        );
      }
    });
  }

  /** Replaces `file` by `entries` in one step and opens it for appending. Readable by the owner only. */
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

  /** Resolves once the line is on the disk. The caller sees to it that one append runs at a time. */
  async append(entry: Entry): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    // What a failed append (disk full) has left behind would spoil this line.
    if (this.#isTorn) await this.#handle.truncate(this.#size);
    this.#isTorn = true;
    await this.#handle.appendFile(line);
    await this.#handle.datasync();
    this.#size += line.length;
    this.#isTorn = false;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** Makes a rename last; some file systems cannot sync a folder, and need not. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
