/** Loads what reading a passport needs: the model and a picture in grey, as on the server. */
import { readFileSync } from "node:fs";
import { loadModel, type PassportModel } from "../../modules/file/passport/passportModel.rules";

export { toGreyPicture } from "../../modules/file/inspection/readFrontPage";

export const modelPath = "server/modules/file/passport/passportModel.bin";

export function readModel(path = modelPath): PassportModel {
  return loadModel(new Uint8Array(readFileSync(path)).buffer);
}
