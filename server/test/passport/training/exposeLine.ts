/** Simulates a photo of a drawn line: focus, light, pattern, glare, noise and JPEG compression. */
import sharp from "sharp";
import type { GreyPicture } from "../../../modules/file/passport/greyPicture.rules";
import { cellsPerLine } from "../../../modules/file/passport/mrzCharacters.rules";
import type { Random } from "../drawing/Random";
import { cellPixels, drawingHeight, drawingWidth, spareCells } from "./lineSize";

export interface LinePicture extends GreyPicture {
  /** True for each character that glare has left with less than `leastContrast` of its contrast. */
  isWashedOut: boolean[];
}

const leastContrast = 0.22;

/** Returns the brightness factor and the added light at a position. */
type Light = (x: number, y: number) => { factor: number; added: number };

/** `ink` is from 0 to 1; `pitch` is the width of a cell in pixels of the result. */
export async function exposeLine(random: Random, ink: Float32Array, pitch: number): Promise<LinePicture> {
  const isHard = random.chance(0.55);
  const soft = await focus(random, ink, isHard);
  const scale = pitch / cellPixels;
  const [width, height] = [drawingWidth, drawingHeight].map((side) => Math.round(side * scale));
  const small = await sharp(Buffer.from(soft), {
    raw: { width: drawingWidth, height: drawingHeight, channels: 1 },
  })
    .resize(width, height, { fit: "fill", kernel: "linear" })
    .raw()
    .toBuffer();
  const paper = isHard ? random.between(45, 235) : random.between(120, 250);
  const contrast = paper * (1 - random.between(0.08, isHard ? 0.62 : 0.4));
  const noise = contrast * random.between(0, isHard ? 0.22 : 0.06);
  const light = makeLight(random, { width: width!, height: height!, pitch, isHard });
  const pattern = makePattern(random);
  const pixels = new Uint8Array(width! * height!);
  const [left, whole] = [new Float64Array(cellsPerLine), new Float64Array(cellsPerLine)];
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [at % width!, Math.floor(at / width!)];
    const share = small[at]! / 255;
    const { factor, added } = light(x, y);
    const back = paper * pattern(x, y);
    const bright = back * factor + added;
    const level = (back - (back - paper + contrast) * share) * factor + added;
    const cell = Math.floor(x / pitch - spareCells);
    if (share > 0.25 && cell >= 0 && cell < cellsPerLine) {
      left[cell]! += Math.min(255, bright) - Math.min(255, level);
      whole[cell]! += share * contrast;
    }
    pixels[at] = Math.max(0, Math.min(255, level + noise * random.normal()));
  }
  const isWashedOut = Array.from(whole, (sum, cell) => sum > 0 && left[cell]! / sum < leastContrast);
  return { ...(await develop(random, { pixels, width: width!, height: height! }, isHard)), isWashedOut };
}

/** Converts the ink to bytes, blurred as by bad focus and motion. */
async function focus(random: Random, ink: Float32Array, isHard: boolean): Promise<Uint8Array> {
  const bytes = Uint8Array.from(ink, (share) => Math.min(255, share * 255));
  const blur = cellPixels * (isHard ? random.between(0.05, 0.2) : random.between(0, 0.09));
  let line = sharp(bytes, { raw: { width: drawingWidth, height: drawingHeight, channels: 1 } });
  if (blur > 0.4) line = line.blur(blur);
  const blurred = await line.greyscale().raw().toBuffer();
  if (!random.chance(isHard ? 0.35 : 0.05)) return blurred;
  const side = (Math.round(cellPixels * random.between(0.15, 0.35)) | 1) + 2;
  const isAcross = random.chance(0.7);
  const kernel = Array<number>(3 * side).fill(0);
  for (let step = 0; step < side; step++) kernel[isAcross ? side + step : step * 3 + 1] = 1;
  return sharp(blurred, { raw: { width: drawingWidth, height: drawingHeight, channels: 1 } })
    .convolve({ width: isAcross ? side : 3, height: isAcross ? 3 : side, kernel })
    .greyscale()
    .raw()
    .toBuffer();
}

function makeLight(
  random: Random,
  { width, height, pitch, isHard }: { width: number; height: number; pitch: number; isHard: boolean },
): Light {
  const [slope, slopeDown] = [random.between(-0.25, 0.25), random.between(-0.1, 0.1)];
  const glares = Array.from(
    { length: random.chance(isHard ? 0.4 : 0.15) ? random.integer(1, 2) : 0 },
    () => ({
      ...{ x: random.between(0, width), y: random.between(0, height) },
      ...{ across: random.between(1, 5) * pitch, down: random.between(0.5, 3.5) * pitch },
      brightness: random.between(60, 280),
    }),
  );
  const hasShadow = random.chance(0.2);
  const [edge, depth] = [random.between(0.1, 0.9) * width, random.between(0.5, 0.9)];
  const softness = random.between(0.05, 1) * pitch * random.sign();
  return (x, y) => {
    const shadow = hasShadow ? 1 - (1 - depth) / (1 + Math.exp((edge - x) / softness)) : 1;
    const factor = (1 + slope * (x / width - 0.5) + slopeDown * (y / height - 0.5)) * shadow;
    const added = glares.reduce(
      (sum, glare) =>
        sum +
        glare.brightness *
          Math.exp(-(((x - glare.x) / glare.across) ** 2) - ((y - glare.y) / glare.down) ** 2),
      0,
    );
    return { factor, added };
  };
}

/** Returns the brightness of security printing, which has soft or thin waves. */
function makePattern(random: Random): (x: number, y: number) => number {
  if (random.chance(0.5)) return () => 1;
  const [strength, frequency] = [random.between(0.01, 0.13), random.between(0.15, 1.2)];
  const [angle, phase, isThin] = [random.between(0, Math.PI), random.between(0, 6), random.chance(0.5)];
  return (x, y) => {
    const along = (x * Math.cos(angle) + y * Math.sin(angle)) * frequency + phase;
    const wave = Math.sin(along + 2 * Math.sin(x * 0.01));
    return 1 - strength * (isThin ? Number(wave > 0.7) : wave * 0.5 + 0.5);
  };
}

async function develop(
  random: Random,
  { pixels, width, height }: GreyPicture,
  isHard: boolean,
): Promise<GreyPicture> {
  let photo = sharp(pixels, { raw: { width, height, channels: 1 } });
  if (random.chance(0.35)) photo = photo.sharpen({ sigma: 1 });
  const quality = isHard ? random.integer(50, 85) : random.integer(65, 95);
  const jpeg = await photo.jpeg({ quality }).toBuffer();
  const grey = await sharp(jpeg).greyscale().raw().toBuffer();
  return { pixels: new Uint8Array(grey), width, height };
}
