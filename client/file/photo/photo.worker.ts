import { toGrey, maxReadSide } from "../../../server/modules/file/passport/greyPicture.rules";
import { locateZone } from "../../../server/modules/file/passport/locateZone.rules";
import { checkPhoto } from "../../../server/modules/file/photo/checkPhoto.rules";
import type { PhotoChecks } from "../../../server/modules/file/photo/photoChecks.rules";
import { withoutAlpha } from "../../../server/modules/file/photo/colourPicture.rules";
import { loadFaceModel } from "../../../server/modules/file/photo/faceModel.rules";
import { maxSearchSide } from "../../../server/modules/file/photo/findFaces.rules";
import type { PhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import { proposeCrop, type CropProposal } from "../../../server/modules/file/photo/proposeCrop.rules";
import type { Picture } from "../images/canvas";
import { getLongSide } from "../images/geometry";
import { answerTasks, drawPixels, fetchModel, openPicture } from "../modelWorker";

export type PhotoTask =
  | {
      kind: "propose";
      file: Blob;
      rules: PhotoRules;
      /** True to look for small and rotated faces too. */
      isThorough: boolean;
    }
  | { kind: "check"; file: Blob; sourceLongSide: number | undefined; rules: PhotoRules };

export interface Proposed {
  /** Undefined if there is no face, or if several faces are similarly large. */
  crop: CropProposal | undefined;
  /** True if the face fills the picture as in a photo. */
  isPortrait: boolean;
  /** True if the picture is not a portrait and contains two lines that look like an MRZ. */
  hasZone: boolean;
}

/**
 * The head in a portrait fills a larger share of the picture's height than this; the head on a passport page fills
 * far less.
 */
const portraitHead = 0.3;

answerTasks(loadModel, run);

async function run(task: PhotoTask): Promise<Proposed | PhotoChecks> {
  const [model, picture] = await Promise.all([loadModel(), openPicture(task.file)]);
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

function loadModel() {
  return fetchModel(
    new URL("../../../server/modules/file/photo/faceModel.bin", import.meta.url),
    loadFaceModel,
  );
}

function toColour(picture: Picture, maxSide: number) {
  const { data, width, height } = drawPixels(picture, maxSide);
  return withoutAlpha(data, width, height);
}

function hasZone(picture: Picture): boolean {
  const { data, width, height } = drawPixels(picture, maxReadSide);
  return locateZone(toGrey(data, width, height)).pairs.length > 0;
}
