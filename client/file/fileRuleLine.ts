import type {
  FileRules,
  RequirementKind,
} from "../../server/modules/catalogue/requirement/requirementFacts.rules";
import { type FilePurpose, maxPdfPages, maxSizeText } from "../../server/modules/file/file.rules";

const either = new Intl.ListFormat("en-GB", { type: "disjunction" });

/**
 * Returns the formats and limits of a document that both the authority and we accept, e.g. `JPG, PNG or PDF, up to 5
 * MB, 10 pages`.
 */
export function fileRuleLine(rules: FileRules | null | undefined): string {
  const formats = rules?.formats ?? ["JPG", "PNG", "PDF"];
  const size = rules?.maxKilobytes ? `${rules.maxKilobytes} KB` : maxSizeText;
  const pages = formats.includes("PDF") ? [`${maxPdfPages} pages`] : [];
  return [...listMillimetres(rules), either.format(formats), `up to ${size}`, ...pages].join(", ");
}

/** A visa's requirement for a picture. */
export interface PictureRequirement {
  kind: RequirementKind;
  fileRules?: FileRules | null;
}

/** Rules for the passport apply to its front page, which has the data that authorities need. */
const kindsOfPictures: Partial<Record<FilePurpose, RequirementKind>> = {
  PHOTO: "PHOTO",
  PASSPORT_FRONT: "PASSPORT",
};

/** Returns the authority's own rules for a photo or the passport's front page, or undefined if it has none. */
export function visaRuleLine(
  purpose: FilePurpose,
  requirements: readonly PictureRequirement[],
): string | undefined {
  const rules = requirements.find(({ kind }) => kind === kindsOfPictures[purpose])?.fileRules;
  if (!rules) return undefined;
  const { formats, maxKilobytes } = rules;
  const parts = [
    ...listMillimetres(rules),
    ...(formats ? [either.format(formats)] : []),
    ...(maxKilobytes ? [`up to ${maxKilobytes} KB`] : []),
  ];
  return parts.length > 0 ? `This visa: ${parts.join(", ")}.` : undefined;
}

function listMillimetres(rules: FileRules | null | undefined): string[] {
  const { widthMillimetres: width, heightMillimetres: height } = rules ?? {};
  return width && height ? [`${width} × ${height} mm`] : [];
}
