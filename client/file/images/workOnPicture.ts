import { logFailure } from "../../lib/logFailure";
import { askWorker } from "../askWorker";
import type { PictureResult, PictureTask } from "./pictureTasks";

export const startPictureWorker = () =>
  new Worker(new URL("./picture.worker.ts", import.meta.url), { type: "module" });

/** Runs a task in a worker if possible. Returns undefined if the picture cannot be read. */
export async function workOnPicture(task: PictureTask): Promise<PictureResult | undefined> {
  try {
    const result =
      typeof OffscreenCanvas === "undefined"
        ? undefined
        : await askWorker<PictureResult>(startPictureWorker, task, "fit a picture in a worker");
    if (result) return result;
    // Older browsers have no canvas in workers, and some decode more formats on the page.
    const { runPictureTask } = await import("./pictureTasks");
    return await runPictureTask(task);
  } catch (error) {
    logFailure("fit a picture", error);
    return undefined;
  }
}
