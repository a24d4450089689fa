import { logFailure } from "../../lib/logFailure";
import { askWorker } from "../askWorker";
import type { PictureResult, PictureTask } from "./pictureTasks";

export const startPictureWorker = () =>
  new Worker(new URL("./picture.worker.ts", import.meta.url), { type: "module" });

/** Loads the image processing into the page itself, for browsers whose workers cannot run it. */
export const loadPictureTasks = () => import("./pictureTasks");

/**
 * Runs a task in a worker if possible. Returns undefined if the picture cannot be read, and `"not loaded"` if the
 * code could not be loaded, whatever the picture.
 */
export async function workOnPicture(task: PictureTask): Promise<PictureResult | "not loaded" | undefined> {
  const result =
    typeof OffscreenCanvas === "undefined"
      ? undefined
      : await askWorker<PictureResult>(startPictureWorker, task, "fit a picture in a worker");
  if (result) return result;
  // Tries again without a worker: older browsers have no canvas in workers, and some decode more formats on the page.
  const program = await withoutFailure("load the program for pictures", loadPictureTasks());
  return program ? withoutFailure("fit a picture", program.runPictureTask(task)) : "not loaded";
}

async function withoutFailure<Result>(action: string, work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    logFailure(action, error);
    return undefined;
  }
}
