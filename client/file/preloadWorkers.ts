import { askWorker } from "./askWorker";
import { startPictureWorker } from "./images/workOnPicture";
import { startPassportWorker } from "./passport/readPassportFile";
import { startPhotoWorker } from "./photo/checkPhotoFile";

const workers = [startPictureWorker, startPassportWorker, startPhotoWorker];

/** Loads the workers that prepare and check pictures, and their models, so that they work offline from now on. */
export async function preloadWorkers(): Promise<void> {
  for (const start of workers) await askWorker(start, undefined, "load the checks of pictures");
}
