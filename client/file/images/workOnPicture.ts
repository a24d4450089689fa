import { logFailure } from "../../lib/logFailure";
import type { PictureResult, PictureTask } from "./pictureTasks";

/**
 * Does a task beside the page's thread where the browser can, so that nothing stands still meanwhile; undefined
 * where the picture cannot be read.
 */
export async function workOnPicture(task: PictureTask): Promise<PictureResult | undefined> {
  try {
    const result = typeof OffscreenCanvas === "undefined" ? undefined : await askWorker(task);
    if (result) return result;
    // Older browsers draw on the page only, and some decode more there than in a worker.
    const { runPictureTask } = await import("./pictureTasks");
    return await runPictureTask(task);
  } catch (error) {
    logFailure("fit a picture", error);
    return undefined;
  }
}

/** A worker for each task: ending it gives back the memory of the decoded picture at once. */
async function askWorker(task: PictureTask): Promise<PictureResult | undefined> {
  const worker = new Worker(new URL("./picture.worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<PictureResult | undefined>) => resolve(data);
      worker.onerror = () => resolve(undefined);
      worker.postMessage(task);
    });
  } finally {
    worker.terminate();
  }
}
