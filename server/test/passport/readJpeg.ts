/** Loads the passport model, and converts a picture to grey as the server does. */
import { readFileSync } from "node:fs";
import { loadModel, type PassportModel } from "../../modules/file/passport/passportModel.rules";

export { toGreyPicture } from "../../modules/file/inspection/readFrontPage";

export const modelPath = "server/modules/file/passport/passportModel.bin";

export function readModel(path = modelPath): PassportModel {
  return loadModel(new Uint8Array(readFileSync(path)).buffer);
}
