/** Code shared by the workers that run a model. */
import { decodePicture, drawPart, type Picture } from "./images/canvas";
import { getLongSide, withLongSide } from "./images/geometry";
import { logFailure } from "../lib/logFailure";

/** Responds to each task, with undefined if it fails, which is logged. A message without a task only loads the model. */
export function answerTasks<Task>(
  loadModel: () => Promise<unknown>,
  run: (task: Task) => Promise<unknown>,
): void {
  self.onmessage = async ({ data }: MessageEvent<Task | undefined>) => {
    const done = data ? run(data) : loadModel().then(() => undefined);
    self.postMessage(await done.catch((error: unknown) => logFailure("load or run a model", error)));
  };
}

export async function fetchModel<Model>(address: URL, load: (file: ArrayBuffer) => Model): Promise<Model> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The model could not be fetched: ${response.status}`);
  return load(await response.arrayBuffer());
}

export async function openPicture(file: Blob): Promise<Picture> {
  const picture = await decodePicture(file);
  if (!picture) throw new Error("This browser cannot decode the picture");
  return picture;
}

/** Returns the pixels of the whole picture, made smaller if its longer side exceeds `maxSide`. */
export function drawPixels(picture: Picture, maxSide: number): ImageData {
  const size = withLongSide(picture, Math.min(maxSide, getLongSide(picture)));
  const canvas = drawPart(picture, 0, { x: 0, y: 0, width: 1, height: 1 }, size) as OffscreenCanvas;
  return canvas.getContext("2d")!.getImageData(0, 0, size.width, size.height);
}
