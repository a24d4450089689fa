import { runPictureTask, type PictureTask } from "./pictureTasks";

/** One response per task; undefined if it failed. */
self.onmessage = async ({ data }: MessageEvent<PictureTask>) => {
  self.postMessage(await runPictureTask(data).catch(() => undefined));
};
