import { askWorker } from "./askWorker";
import { loadPictureTasks, startPictureWorker } from "./images/workOnPicture";
import { startPassportWorker } from "./passport/readPassportFile";
import { startPhotoWorker } from "./photo/checkPhotoFile";

const workers = [startPictureWorker, startPassportWorker, startPhotoWorker];

/**
 * Loads the workers that prepare and check pictures, and their models, so that they work offline from now on. With
 * Save-Data, loads nothing: each worker is then loaded for the first file that needs it.
 */
export async function preloadWorkers(): Promise<void> {
  // TypeScript's DOM types lack `connection`, because only Chromium has it.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  await loadPictureTasks().catch(() => undefined);
  for (const start of workers) await askWorker(start, undefined, "load the checks of pictures");
}
