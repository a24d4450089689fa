import type { FilePurpose } from "../../../server/modules/file/file.rules";
import { defaultPhotoRules, type PhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import { formatBytes } from "../../lib/format";
import { scanLongSideAt200Dpi } from "../images/fitGuide";
import type { PreparedFile } from "./prepareFile";

/** Advised sizes in KB. Other sizes are not rejected. */
const scanKilobytes = { min: 100, max: 250 };

const isScan = (purpose: FilePurpose) => purpose === "PASSPORT_FRONT" || purpose === "PASSPORT_BACK";

type CheckedFile = Pick<PreparedFile, "width" | "height" | "sourceLongSide"> & { size: number };

/** Returns a warning if an accepted file is outside the guidance, otherwise undefined. */
export function adviseOnFile(
  purpose: FilePurpose,
  file: CheckedFile,
  photoRules = defaultPhotoRules,
): string | undefined {
  return adviseOnPixels(purpose, file, photoRules) ?? adviseOnSize(purpose, file.size, photoRules);
}

function adviseOnPixels(purpose: FilePurpose, file: CheckedFile, photoRules: PhotoRules): string | undefined {
  if (!file.width || !file.height) return undefined;
  const shownLongSide = Math.max(file.width, file.height);
  const longSide = Math.min(file.sourceLongSide ?? shownLongSide, shownLongSide);
  if (isScan(purpose) && longSide < scanLongSideAt200Dpi)
    return "This scan is below 200 dpi. It may be rejected. Retake or continue";
  if (purpose === "PHOTO" && longSide < photoRules.longSide.min)
    return "This photo has few pixels. It may be rejected. Retake or continue";
  return undefined;
}

function adviseOnSize(purpose: FilePurpose, bytes: number, photoRules: PhotoRules): string | undefined {
  if (purpose !== "PHOTO" && !isScan(purpose)) return undefined;
  const { min, max } = purpose === "PHOTO" ? photoRules.kilobytes : scanKilobytes;
  const kilobytes = bytes / 1024;
  if (kilobytes >= min && kilobytes <= max) return undefined;
  const side = kilobytes < min ? "smaller" : "larger";
  return `This file is ${formatBytes(bytes)}, ${side} than the advised ${min} KB-${max} KB. You can continue with it`;
}

export const pictureLabel = (purpose: FilePurpose) => (purpose === "PHOTO" ? "photo" : "scan");

export const fittingLabel = (purpose: FilePurpose) => `Fitting your ${pictureLabel(purpose)}…`;

/** Describes a file, e.g. `3.8 MB → 92 KB, 630 × 810 px`, without the original size if it was not changed. */
export function describeFile({ file, originalSize, width, height }: PreparedFile): string {
  const size = formatBytes(file.size);
  const change = originalSize === undefined ? size : `${formatBytes(originalSize)} → ${size}`;
  return width && height ? `${change}, ${width} × ${height} px` : change;
}
