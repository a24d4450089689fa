/** Projects a page that lies on a table into a camera's picture. */
import {
  project,
  solveHomography,
  type Homography,
  type Point,
} from "../../../modules/file/passport/homography.rules";
import type { Conditions } from "./conditions";
import { pageHeight, pageWidth, type DrawnPage, type PagePixels } from "./drawPage";
import type { Random } from "./Random";

export interface Size {
  width: number;
  height: number;
}

/** `data` has a byte each for red, green and blue. */
export interface Picture extends Size {
  data: Uint8Array;
}

type Quad = [Point, Point, Point, Point];

const pageCorners: Quad = [
  [0, 0],
  [pageWidth, 0],
  [pageWidth, pageHeight],
  [0, pageHeight],
];
/** Minimum distance between the MRZ and the edge of the picture, in pixels. */
const edge = 4;

/** Returns the map from millimetres of the page to pixels of the picture, which always contains the whole MRZ. */
export function placePage(
  random: Random,
  { width, height }: Size,
  { zone }: DrawnPage,
  conditions: Conditions,
): Homography {
  const { fill, turn, perspective, hasOpposite } = conditions;
  const scale = (fill * width) / pageWidth;
  const [cosine, sine] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const x = width / 2 + random.between(-1, 1) * (1 - fill) * width * 0.3;
  const lower = hasOpposite ? random.between(0.05, 0.2) : random.between(-0.1, 0.1);
  const y = Math.min(height - (pageHeight * scale) / 2 - height * 0.02, height / 2 + height * lower);
  const jitter = () => random.between(-perspective, perspective) * width;
  const corners = pageCorners.map(([left, top]): Point => {
    const [across, down] = [(left - pageWidth / 2) * scale, (top - pageHeight / 2) * scale];
    return [
      x + across * cosine - down * sine + jitter(),
      y + across * sine + down * cosine + jitter() * 0.75,
    ];
  }) as Quad;
  const seen = seenZone(solveHomography(pageCorners, corners), zone);
  const shrink = Math.min(1, (width - 2 * edge) / (seen.right - seen.left));
  const small = corners.map(([left, top]): Point => [
    (left - x) * shrink + x,
    (top - y) * shrink + y,
  ]) as Quad;
  const { left, right, bottom } = seenZone(solveHomography(pageCorners, small), zone);
  const moveX = left < edge ? edge - left : right > width - edge ? width - edge - right : 0;
  const moveY = bottom > height - edge ? height - edge - bottom : 0;
  return solveHomography(pageCorners, small.map(([px, py]): Point => [px + moveX, py + moveY]) as Quad);
}

function seenZone(map: Homography, { left, pitch, upper, lower }: DrawnPage["zone"]) {
  const right = left + 44 * pitch + 2;
  const points = [
    project(map, left - 2, upper - 4),
    project(map, right, upper - 4),
    project(map, right, lower + 2),
    project(map, left - 2, lower + 2),
  ];
  const [across, down] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...across), right: Math.max(...across), bottom: Math.max(...down) };
}

/** Draws the page on a table, projected by `map`. */
export function drawThrough(
  random: Random,
  size: Size,
  page: DrawnPage,
  pixels: PagePixels,
  map: Homography,
): Picture {
  const { width, height } = size;
  const data = new Uint8Array(width * height * 3);
  const table = makeTable(random);
  const inverse = invert(map);
  const scale = pixels.width / pageWidth;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [across, down] = project(inverse, x, y);
      const to = (y * width + x) * 3;
      const isPage = across >= 0 && across < pageWidth && down >= page.top && down < pageHeight;
      if (isPage) samplePage(pixels, across * scale - 0.5, (down - page.top) * scale - 0.5, data, to);
      else data.set(table.at(x >> 1, y >> 1), to);
    }
  return { data, width, height };
}

function samplePage({ data, width, height }: PagePixels, x: number, y: number, into: Uint8Array, to: number) {
  const left = Math.min(Math.max(0, Math.floor(x)), width - 2);
  const top = Math.min(Math.max(0, Math.floor(y)), height - 2);
  const [right, down] = [x - left, y - top];
  const from = (top * width + left) * 3;
  const below = from + width * 3;
  for (let colour = 0; colour < 3; colour++)
    into[to + colour] =
      (data[from + colour]! * (1 - right) + data[from + 3 + colour]! * right) * (1 - down) +
      (data[below + colour]! * (1 - right) + data[below + 3 + colour]! * right) * down;
}

const tableSize = 256;

function makeTable(random: Random): { at: (x: number, y: number) => Uint8Array } {
  const colour = [0, 1, 2].map(() => random.integer(20, 220));
  const [down, across] = [random.between(0.02, 0.4), random.between(0, 0.1)];
  const [grain, roughness] = [random.between(0, 22), random.between(0, 10)];
  const pixels = new Uint8Array(tableSize ** 2 * 3);
  for (let at = 0; at < tableSize ** 2; at++) {
    const [x, y] = [at % tableSize, Math.floor(at / tableSize)];
    const level = grain * Math.sin(y * down + 3 * Math.sin(x * across)) + roughness * random.normal();
    colour.forEach((value, index) => (pixels[at * 3 + index] = Math.max(0, Math.min(255, value + level))));
  }
  return {
    at: (x, y) => {
      const at = ((y % tableSize) * tableSize + (x % tableSize)) * 3;
      return pixels.subarray(at, at + 3);
    },
  };
}

function invert([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  const [first, second, third] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const determinant = a * first + b * second + c * third;
  return [
    ...[first, c * h - b * i, b * f - c * e],
    ...[second, a * i - c * g, c * d - a * f],
    ...[third, b * g - a * h, a * e - b * d],
  ].map((value) => value / determinant) as unknown as Homography;
}
