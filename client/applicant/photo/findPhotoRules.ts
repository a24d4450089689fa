import { getPhotoRules, type PhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import type { PictureRequirement } from "../../file/fileRuleLine";

/** Returns what the visa requires of the photo, or the usual rules if it does not say. */
export function findPhotoRules(requirements: readonly PictureRequirement[]): PhotoRules {
  return getPhotoRules(requirements.find(({ kind }) => kind === "PHOTO")?.fileRules);
}
