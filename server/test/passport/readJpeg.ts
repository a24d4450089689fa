/** Reads the passport in a picture as the server does. */
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { maxReadSide, type GreyPicture } from "../../modules/file/passport/greyPicture.rules";
import { loadModel, type PassportModel } from "../../modules/file/passport/passportModel.rules";

export const modelPath = "server/modules/file/passport/passportModel.bin";

export function readModel(path = modelPath): PassportModel {
  return loadModel(new Uint8Array(readFileSync(path)).buffer);
}

export async function toGreyPicture(jpeg: Buffer): Promise<GreyPicture> {
  const { data, info } = await sharp(jpeg, { autoOrient: true })
    .resize(maxReadSide, maxReadSide, { fit: "inside", withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data), width: info.width, height: info.height };
}
