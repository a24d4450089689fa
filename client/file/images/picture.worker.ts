import { runPictureTask, type PictureTask } from "./pictureTasks";

/** One task, one answer; undefined where it could not be done here. */
self.onmessage = async ({ data }: MessageEvent<PictureTask>) => {
  self.postMessage(await runPictureTask(data).catch(() => undefined));
};
