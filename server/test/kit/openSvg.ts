import sharp, { type Sharp } from "sharp";

/**
 * Opens a drawing. The inspection of uploads blocks SVG in the whole process, and a worker of jest also runs its
 * tests.
 */
export function openSvg(svg: string): Sharp {
  sharp.unblock({ operation: ["VipsForeignLoadSvg"] });
  return sharp(Buffer.from(svg));
}
