import type { FilePurpose } from "../../../server/modules/file/file.rules";
import { defaultPhotoRules } from "../../../server/modules/file/photo/photoRules.rules";
import { formatBytes } from "../../lib/format";
import { photoLongSideAt300Dpi, scanLongSideAt200Dpi } from "../images/fitGuide";
import type { PreparedFile } from "./prepareFile";

/** Advised sizes in KB, minimum and maximum. They never lead to a rejection. */
const sizeGuideKb: Partial<Record<FilePurpose, readonly [number, number]>> = {
  PHOTO: [defaultPhotoRules.kilobytes.min, defaultPhotoRules.kilobytes.max],
  PASSPORT_FRONT: [100, 250],
  PASSPORT_BACK: [100, 250],
};

type CheckedFile = Pick<PreparedFile, "width" | "height" | "sourceLongSide"> & { size: number };

/** Returns a warning about an accepted file outside the guidance, or undefined. */
export function adviseOnFile(purpose: FilePurpose, file: CheckedFile): string | undefined {
  return adviseOnPixels(purpose, file) ?? adviseOnSize(purpose, file.size);
}

function adviseOnPixels(purpose: FilePurpose, file: CheckedFile): string | undefined {
  if (!file.width || !file.height) return undefined;
  const shownLongSide = Math.max(file.width, file.height);
  const longSide = Math.min(file.sourceLongSide ?? shownLongSide, shownLongSide);
  const isScan = purpose === "PASSPORT_FRONT" || purpose === "PASSPORT_BACK";
  if (isScan && longSide < scanLongSideAt200Dpi)
    return "This scan is below 200 dpi. It may be rejected. Retake or continue";
  if (purpose === "PHOTO" && longSide < photoLongSideAt300Dpi)
    return "This photo has few pixels. It may be rejected. Retake or continue";
  return undefined;
}

function adviseOnSize(purpose: FilePurpose, bytes: number): string | undefined {
  const guide = sizeGuideKb[purpose];
  if (!guide) return undefined;
  const kilobytes = bytes / 1024;
  if (kilobytes >= guide[0] && kilobytes <= guide[1]) return undefined;
  const side = kilobytes < guide[0] ? "smaller" : "larger";
  return `This file is ${formatBytes(bytes)}, ${side} than the advised ${guide[0]} KB-${guide[1]} KB. You can continue with it`;
}

export const pictureLabel = (purpose: FilePurpose) => (purpose === "PHOTO" ? "photo" : "scan");

export const fittingLabel = (purpose: FilePurpose) => `Fitting your ${pictureLabel(purpose)}…`;

/** Describes a file: `3.8 MB → 92 KB, 630 × 810 px`, or its size only if it was not changed. */
export function describeFile({ file, originalSize, width, height }: PreparedFile): string {
  const size = formatBytes(file.size);
  const change = originalSize === undefined ? size : `${formatBytes(originalSize)} → ${size}`;
  return width && height ? `${change}, ${width} × ${height} px` : change;
}
