import type { Day } from "../../../server/core/day.rules";
import { askWorker } from "../askWorker";
import { getOriginal, type PreparedFile } from "../field/prepareFile";
import type { DeviceReading, PassportTask } from "./passport.worker";

export const startPassportWorker = () =>
  new Worker(new URL("./passport.worker.ts", import.meta.url), { type: "module" });

const ask = (task: PassportTask) => askWorker<DeviceReading>(startPassportWorker, task, "read the passport");

/**
 * Reads the MRZ in a chosen file of a passport page. Returns undefined if this device cannot read the file. Reads the
 * original, which is sharper than the fitted picture, unless the traveller cropped or rotated it.
 */
export async function readPassportFile(
  { file, contentType }: PreparedFile,
  today: Day,
): Promise<DeviceReading | undefined> {
  if (contentType === "application/pdf") return undefined;
  const original = getOriginal(file);
  const read = await ask({ file: original.edit ? file : original.file, today });
  // Tries the fitted file next, because the original may need more memory than is available.
  return read ?? (original.file === file ? undefined : ask({ file, today }));
}
