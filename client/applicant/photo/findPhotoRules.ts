import type { RequirementKind } from "../../../server/modules/catalogue/requirement/requirementFacts.rules";
import {
  getPhotoRules,
  type PhotoFormat,
  type PhotoRules,
} from "../../../server/modules/file/photo/photoRules.rules";

export interface PhotoRequirement {
  kind: RequirementKind;
  fileRules?: PhotoFormat | null;
}

/** Returns what the visa requires of the photo, or the usual rules if it does not say. */
export function findPhotoRules(requirements: readonly PhotoRequirement[]): PhotoRules {
  return getPhotoRules(requirements.find(({ kind }) => kind === "PHOTO")?.fileRules);
}
