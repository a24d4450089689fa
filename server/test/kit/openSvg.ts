import sharp, { type Sharp } from "sharp";

/**
 * Opens an SVG after unblocking SVG in sharp. The inspection of uploads, whose tests may have run in the same jest
 * worker, blocks SVG for the whole process.
 */
export function openSvg(svg: string): Sharp {
  sharp.unblock({ operation: ["VipsForeignLoadSvg"] });
  return sharp(Buffer.from(svg));
}
