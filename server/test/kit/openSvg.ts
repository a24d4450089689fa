import sharp, { type Sharp } from "sharp";

/**
 * Opens an SVG, which sharp may block: the inspection of uploads blocks SVG for the whole process, and a jest worker
 * may have run its tests.
 */
export function openSvg(svg: string): Sharp {
  sharp.unblock({ operation: ["VipsForeignLoadSvg"] });
  return sharp(Buffer.from(svg));
}
