import { Readable } from "node:stream";
import type { ObjectStore } from "../../platform/adapters/fileStore/objectStore";

/** Number of files, of at most 5 MB each, that are sent concurrently from memory. */
const sentTogether = 16;

export interface FileReport {
  sent: number;
  /** Number of files already in the target, mostly from an earlier run. */
  present: number;
  /** Ids of files that neither store has. */
  missing: string[];
}

/**
 * Copies encrypted files to another store, except those that the target already has. `onFile` is called with the number
 * of files processed so far. A killed run can be repeated. An object of another size is sent again, because some
 * servers store the beginning of an interrupted upload.
 */
export async function moveFiles(
  files: AsyncIterable<{ fileId: string }>,
  from: ObjectStore,
  to: ObjectStore,
  onFile: (files: number) => void,
): Promise<FileReport> {
  const sizes = new Map<string, number | undefined>();
  for await (const objects of to.list())
    for (const { fileId, size } of objects) if (fileId) sizes.set(fileId, size);
  const report: FileReport = { sent: 0, present: 0, missing: [] };
  const send = async ({ fileId }: { fileId: string }): Promise<void> => {
    const bytes = await from.get(fileId);
    if (bytes ? sizes.get(fileId) === bytes.length : sizes.has(fileId)) report.present += 1;
    else if (bytes) {
      await to.put(fileId, bytes);
      report.sent += 1;
    } else report.missing.push(fileId);
    onFile(report.sent + report.present + report.missing.length);
  };
  await Readable.from(files).forEach(send, { concurrency: sentTogether });
  return report;
}
