import { getPhotoRules, type PhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import type { PictureRequirement } from "../../file/fileRuleLine";

/** Returns the visa's rules for the photo, or the usual rules if it has none. */
export function findPhotoRules(requirements: readonly PictureRequirement[]): PhotoRules {
  return getPhotoRules(requirements.find(({ kind }) => kind === "PHOTO")?.fileRules);
}
