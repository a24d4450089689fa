import { toGrey, maxReadSide } from "../../../server/modules/file/passport/greyPicture.rules";
import { locateZone } from "../../../server/modules/file/passport/locateZone.rules";
import { checkPhoto } from "../../../server/modules/file/photo/checkPhoto.rules";
import type { PhotoChecks } from "../../../server/modules/file/photo/photoChecks.rules";
import { withoutAlpha } from "../../../server/modules/file/photo/colourPicture.rules";
import { loadFaceModel } from "../../../server/modules/file/photo/faceModel.rules";
import { maxSearchSide } from "../../../server/modules/file/photo/findFaces.rules";
import type { PhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import { proposeCrop, type CropProposal } from "../../../server/modules/file/photo/proposeCrop.rules";
import { decodePicture, drawPart, type Picture } from "../images/canvas";
import { getLongSide, withLongSide } from "../images/geometry";

export type PhotoTask =
  | {
      kind: "propose";
      file: Blob;
      rules: PhotoRules;
      /** Also looks for small and turned faces. */
      isThorough: boolean;
    }
  | { kind: "check"; file: Blob; sourceLongSide: number | undefined; rules: PhotoRules };

export interface Proposed {
  /** Undefined if there is no face, or if there are several. */
  crop: CropProposal | undefined;
  /** True if the face fills the picture as in a photo. */
  isPortrait: boolean;
  /** True if it is no portrait, and there are two lines as at the foot of a passport page. */
  hasZone: boolean;
}

/** Heads of a passport's portrait are far smaller, as a share of the picture's height. */
const portraitHead = 0.3;

/** One response per task; undefined if it failed. Without a task, only loads the model. */
self.onmessage = async ({ data }: MessageEvent<PhotoTask | undefined>) => {
  const done = data ? run(data) : fetchModel().then(() => undefined);
  self.postMessage(await done.catch(() => undefined));
};

async function run(task: PhotoTask): Promise<Proposed | PhotoChecks> {
  const [model, picture] = await Promise.all([fetchModel(), decode(task.file)]);
  try {
    if (task.kind === "check") {
      const file = { width: picture.width, height: picture.height, bytes: task.file.size };
      const sourceLongSide = task.sourceLongSide ?? getLongSide(picture);
      return checkPhoto(toColour(picture, maxReadSide), { ...file, sourceLongSide }, model, task.rules);
    }
    const crop = proposeCrop(toColour(picture, maxSearchSide), model, task.rules, task.isThorough);
    const isPortrait = crop !== undefined && crop.headShare > portraitHead;
    return { crop, isPortrait, hasZone: !isPortrait && hasZone(picture) };
  } finally {
    picture.release();
  }
}

async function fetchModel() {
  const address = new URL("../../../server/modules/file/photo/faceModel.bin", import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The model could not be fetched: ${response.status}`);
  return loadFaceModel(await response.arrayBuffer());
}

async function decode(file: Blob): Promise<Picture> {
  const picture = await decodePicture(file);
  if (!picture) throw new Error("This browser cannot decode the picture");
  return picture;
}

function drawPixels(picture: Picture, maxSide: number): ImageData {
  const size = withLongSide(picture, Math.min(maxSide, getLongSide(picture)));
  const canvas = drawPart(picture, 0, { x: 0, y: 0, width: 1, height: 1 }, size) as OffscreenCanvas;
  return canvas.getContext("2d")!.getImageData(0, 0, size.width, size.height);
}

function toColour(picture: Picture, maxSide: number) {
  const { data, width, height } = drawPixels(picture, maxSide);
  return withoutAlpha(data, width, height);
}

function hasZone(picture: Picture): boolean {
  const { data, width, height } = drawPixels(picture, maxReadSide);
  return locateZone(toGrey(data, width, height)).pairs.length > 0;
}
