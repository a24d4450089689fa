import type { FilePurpose } from "../../../server/modules/file/file.rules";
import { formatBytes } from "./formatBytes";

/** The sizes of spec §5 in KB. They are advice: nothing is refused for them. */
const sizeGuideKb: Partial<Record<FilePurpose, readonly [number, number]>> = {
  PHOTO: [50, 100],
  PASSPORT_FRONT: [100, 250],
  PASSPORT_BACK: [100, 250],
};

/** A passport page is 125 mm wide; at 200 dpi that is 984 pixels. */
const scanWidthPixels = 984;

/** What to tell about a file that is outside the guidance but is taken; undefined where nothing is to be said. */
export function adviseOnFile(
  purpose: FilePurpose,
  file: { size: number; width?: number; height?: number },
): string | undefined {
  const isScan = purpose === "PASSPORT_FRONT" || purpose === "PASSPORT_BACK";
  if (isScan && file.width && file.height && Math.max(file.width, file.height) < scanWidthPixels)
    return "This scan is below 200 dpi. It may be rejected. Retake or continue";
  const guide = sizeGuideKb[purpose];
  if (!guide) return undefined;
  const kilobytes = file.size / 1024;
  if (kilobytes >= guide[0] && kilobytes <= guide[1]) return undefined;
  const side = kilobytes < guide[0] ? "smaller" : "larger";
  return `This file has ${formatBytes(file.size)}, ${side} than the ${guide[0]} KB-${guide[1]} KB that is advised. You can go on with it`;
}
