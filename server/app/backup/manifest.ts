import { createHash } from "node:crypto";
import { z } from "zod";

/** Entry names of an archive. Files are under `files/<id>`, as on disk: each encrypted with its own key. */
export const databaseEntry = "portal.sqlite";
export const sandboxEntry = "sandbox/razorpay.jsonl";
export const manifestEntry = "manifest.json";
export const fileEntry = (fileId: string) => `files/${fileId}`;

const entry = z.object({ name: z.string(), size: z.int().min(0), sha256: z.string().length(64) });

/** The last entry, which lists the others. Unlisted entries are dropped on restore. */
export const manifestSchema = z.object({
  format: z.literal(1),
  /** When the database was copied (ISO 8601). */
  takenAt: z.string(),
  entries: z.array(entry),
  /** Ids of files that still have a row but whose content was already lost before the backup. */
  missing: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestEntry = z.infer<typeof entry>;

/** Counts and hashes the bytes that pass through. */
export class Measure {
  readonly #hash = createHash("sha256");
  #size = 0;

  async *pass(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      this.#hash.update(chunk);
      this.#size += chunk.length;
      yield chunk;
    }
  }

  /** Returns the entry. Call it once, after the last byte. */
  describe(name: string): ManifestEntry {
    return { name, size: this.#size, sha256: this.#hash.digest("hex") };
  }
}
