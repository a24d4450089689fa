/** Simulates a phone's photo of a drawn page. */
import sharp from "sharp";
import type { Conditions } from "./conditions";
import { pageWidth, rasterPage, type DrawnPage } from "./drawPage";
import { drawThrough, placePage, type Picture } from "./layPage";
import { lightPage } from "./lightPage";
import type { Random } from "./Random";

sharp.concurrency(1);

/** Returns a JPEG. */
export async function photographPage(
  random: Random,
  page: DrawnPage,
  conditions: Conditions,
): Promise<Buffer> {
  const width = Math.round(Math.sqrt((conditions.megapixels * 1e6 * 4) / 3));
  const size = { width, height: Math.round((width * 3) / 4) };
  const scale = (conditions.fill * width) / pageWidth;
  const pixels = await rasterPage(page, Math.min(24, Math.max(10, scale * 1.1)));
  const map = placePage(random, size, page, conditions);
  const picture = drawThrough(random, size, page, pixels, map);
  lightPage(random, picture, page, map, conditions);
  await blurPicture(picture, page.zone.pitch * scale, conditions);
  addNoise(random, picture, conditions.noise);
  return develop(picture, conditions);
}

const raw = ({ width, height }: Picture) => ({ raw: { width, height, channels: 3 as const } });

/** Blurs a picture like bad focus and a moving camera. */
async function blurPicture(picture: Picture, pitch: number, { blur, motion, motionAngle }: Conditions) {
  if (blur * pitch > 0.3)
    picture.data = await sharp(picture.data, raw(picture))
      .blur(blur * pitch)
      .raw()
      .toBuffer();
  if (motion === 0) return;
  const length = Math.max(3, motion * pitch);
  const side = Math.ceil(length) | 1;
  const middle = (side - 1) / 2;
  const kernel = Array<number>(side * side).fill(0);
  for (let place = -length / 2; place <= length / 2; place += 0.25) {
    const [x, y] = [Math.cos(motionAngle), Math.sin(motionAngle)].map((part) =>
      Math.round(middle + place * part),
    );
    const at = y! * side + x!;
    if (x! >= 0 && y! >= 0 && x! < side && y! < side) kernel[at]! += 1;
  }
  picture.data = await sharp(picture.data, raw(picture))
    .convolve({ width: side, height: side, kernel })
    .raw()
    .toBuffer();
}

/** Adds noise to the brightness, and half as much to the colour. */
function addNoise(random: Random, { data }: Picture, deviation: number): void {
  if (deviation <= 0.5) return;
  const levels = Float32Array.from({ length: 2 ** 16 }, () => random.normal() * deviation);
  // Uses one xorshift number per pixel, because normally distributed numbers take too long to generate.
  let state = random.integer(1, 1e9);
  const limit = (level: number) => Math.max(0, Math.min(255, level));
  for (let at = 0; at < data.length; at += 3) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const bright = levels[state & 65535]!;
    const colour = levels[(state >>> 8) & 65535]! * 0.5;
    data[at] = limit(data[at]! + bright + colour);
    data[at + 1] = limit(data[at + 1]! + bright);
    data[at + 2] = limit(data[at + 2]! + bright - colour);
  }
}

async function develop(picture: Picture, conditions: Conditions): Promise<Buffer> {
  const { isSharpened, jpegQuality: quality, resentScale } = conditions;
  const { width, height } = picture;
  const photo = sharp(picture.data, raw(picture));
  const sharpened = isSharpened ? photo.sharpen({ sigma: 1 }) : photo;
  if (resentScale === 1) return sharpened.jpeg({ quality }).toBuffer();
  const first = await sharpened.jpeg({ quality: 50 }).toBuffer();
  const small = await sharp(first)
    .resize(Math.round(width * resentScale))
    .jpeg({ quality: 60 })
    .toBuffer();
  return sharp(small).resize(width, height, { kernel: "cubic", fit: "fill" }).jpeg({ quality }).toBuffer();
}
