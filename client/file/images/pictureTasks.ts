import { decodePicture, drawPart, encodeJpeg, type Picture } from "./canvas";
import { dotsPerInch, type FitGuide } from "./fitGuide";
import { fitToGuide } from "./fitToGuide";
import {
  getLongSide,
  partOfRatio,
  getShortSide,
  sizeOfPart,
  turnedSize,
  withLongSide,
  type Edit,
  type Size,
  type Turn,
} from "./geometry";
import { withDensity } from "./jpegDensity";

/** Image processing tasks that would block the main thread, as plain data that can be posted to a worker. */
export type PictureTask =
  | { kind: "fit"; file: Blob; guide: FitGuide; edit: Edit | undefined }
  /** Rotates a picture for display, no larger than `maxLongSide`. */
  | { kind: "turn"; file: Blob; turn: Turn; maxLongSide: number };

/** A JPEG with its size in pixels. */
export interface PictureResult extends Size {
  jpeg: Blob;
  /** Size of the chosen part in the source, in pixels; if the result has more, it was enlarged. */
  source: Size;
  /** Length of the whole source's shorter side, in pixels. */
  wholeShortSide: number;
}

const previewQuality = 0.9;

/** Returns undefined if this browser cannot decode the picture. */
export async function runPictureTask(task: PictureTask): Promise<PictureResult | undefined> {
  const picture = await decodePicture(task.file);
  if (!picture) return undefined;
  try {
    return task.kind === "fit" ? await fit(picture, task) : await turn(picture, task);
  } finally {
    picture.release();
  }
}

async function fit(
  picture: Picture,
  { guide, edit }: Extract<PictureTask, { kind: "fit" }>,
): Promise<PictureResult> {
  const angle = edit?.turn ?? 0;
  const turned = turnedSize(picture, angle);
  const part = edit?.part ?? partOfRatio(turned, guide.ratio);
  const source = sizeOfPart(turned, part);
  let drawn: { size: Size; canvas: ReturnType<typeof drawPart> } | undefined;
  const { file, size } = await fitToGuide(source, guide, (asked, quality) => {
    if (drawn?.size !== asked) drawn = { size: asked, canvas: drawPart(picture, angle, part, asked) };
    return encodeJpeg(drawn.canvas, quality);
  });
  const bytes = withDensity(new Uint8Array(await file.arrayBuffer()), dotsPerInch);
  const jpeg = new Blob([bytes], { type: "image/jpeg" });
  return { jpeg, ...size, source, wholeShortSide: getShortSide(picture) };
}

async function turn(picture: Picture, task: Extract<PictureTask, { kind: "turn" }>): Promise<PictureResult> {
  const source = turnedSize(picture, task.turn);
  const size = withLongSide(source, Math.min(task.maxLongSide, getLongSide(source)));
  const canvas = drawPart(picture, task.turn, partOfRatio(source, undefined), size);
  const jpeg = await encodeJpeg(canvas, previewQuality);
  return { jpeg, ...size, source, wholeShortSide: getShortSide(picture) };
}
