/** Loads the model and the pixels of a photo for the photo checks. */
import { readFileSync } from "node:fs";
import sharp from "sharp";
import type { ColourPicture } from "../../modules/file/photo/colourPicture.rules";
import { loadFaceModel, type FaceModel } from "../../modules/file/photo/faceModel.rules";

export const faceModelPath = "server/modules/file/photo/faceModel.bin";

export function readFaceModel(): FaceModel {
  return loadFaceModel(new Uint8Array(readFileSync(faceModelPath)).buffer);
}

export async function toColourPicture(file: Buffer, longSide: number): Promise<ColourPicture> {
  const { data, info } = await sharp(file, { autoOrient: true })
    .resize(longSide, longSide, { fit: "inside", withoutEnlargement: true })
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}
