import type { Day } from "../../../server/core/day.rules";
import type { PassportReading } from "../../../server/modules/file/passport/readPassport.rules";
import { logFailure } from "../../lib/logFailure";
import { getOriginal, type PreparedFile } from "../field/prepareFile";
import type { PassportTask } from "./passport.worker";

/** The longest that a slow phone needs is a tenth of this. */
const patienceMs = 20_000;

/**
 * Reads the passport in a chosen file, on this device. Undefined if that is not possible here. Reads the
 * original, which is sharper than the fitted picture, unless the traveller cut or turned it.
 */
export async function readPassportFile(
  { file, contentType }: PreparedFile,
  today: Day,
): Promise<PassportReading | undefined> {
  if (contentType === "application/pdf") return undefined;
  const original = getOriginal(file);
  const read = await askWorker({ file: original.edit ? file : original.file, today });
  // The original may need more memory than there is.
  return read ?? (original.file === file ? undefined : askWorker({ file, today }));
}

/** One worker per picture, so that its memory is free again. */
async function askWorker(task: PassportTask): Promise<PassportReading | undefined> {
  let worker: Worker | undefined;
  try {
    worker = new Worker(new URL("./passport.worker.ts", import.meta.url), { type: "module" });
    return await waitForReading(worker, task);
  } catch (error) {
    logFailure("read the passport", error);
    return undefined;
  } finally {
    worker?.terminate();
  }
}

function waitForReading(worker: Worker, task: PassportTask): Promise<PassportReading | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    const finish = (reading?: PassportReading) => {
      clearTimeout(timer);
      resolve(reading);
    };
    worker.onmessage = ({ data }: MessageEvent<PassportReading | undefined>) => finish(data);
    worker.onerror = () => finish();
    worker.postMessage(task);
  });
}
