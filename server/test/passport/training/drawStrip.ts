/** Draws strips of single MRZ lines, like those cut from photos, labelled with their characters and positions. */
import sharp from "sharp";
import {
  cutStrip,
  cellWidth,
  marginCells,
  type LineCurve,
} from "../../../modules/file/passport/cutStrip.rules";
import { cellsPerLine, characters } from "../../../modules/file/passport/mrzCharacters.rules";
import { makeLines, makePerson } from "../drawing/makePerson";
import { drawText, type Face } from "../drawing/ocrB";
import type { Random } from "../drawing/Random";
import { exposeLine, type LinePicture } from "./exposeLine";
import { cellPixels, drawingHeight, drawingWidth, spareCells } from "./lineSize";

export interface LabelledStrip {
  levels: Uint8Array;
  /** Contains `?` for each character that glare has washed out. */
  text: string;
  /** Horizontal centres of the characters, in pixels of the strip. */
  middles: number[];
}

const boldnesses = [0, 18, 34] as const;

/** The ink (0 to 1) of every character, in an area two cells wide, for each kind of print. */
type Inks = Map<string, Float32Array[]>;

export async function drawInks(): Promise<Inks> {
  const inks: Inks = new Map();
  for (const face of ["regular", "sharp"] as const)
    for (const boldness of boldnesses) inks.set(`${face}${boldness}`, await drawCharacters(face, boldness));
  return inks;
}

async function drawCharacters(face: Face, boldness: number): Promise<Float32Array[]> {
  const width = 2 * cellPixels;
  const y = drawingHeight / 2 + 0.4925 * cellPixels;
  const drawn = [...characters].map((character, index) =>
    drawText(
      character,
      { x: index * width + cellPixels / 2, y, pitch: cellPixels },
      { face, boldness, ink: "#000" },
    ),
  );
  const size = `width="${width * characters.length}" height="${drawingHeight}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="100%" height="100%" fill="#fff"/>${drawn.join("")}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...characters].map((_, index) =>
    Float32Array.from({ length: width * drawingHeight }, (_value, at) => {
      const [x, row] = [at % width, Math.floor(at / width)];
      return 1 - data[row * info.width + index * width + x]! / 255;
    }),
  );
}

export async function drawStrip(random: Random, inks: Inks): Promise<LabelledStrip> {
  const text = pickText(random);
  const face = random.chance(0.72) ? "regular" : "sharp";
  const drawing = drawLine(random, text, inks.get(`${face}${random.pick(boldnesses)}`)!);
  const pitch = random.between(12.5, 34);
  const line = await exposeLine(random, drawing, pitch);
  const cut = makeCut(random, line, pitch);
  const levels = Uint8Array.from(cutStrip(line, cut.curve), (level) => level + 0.5);
  const seen = [...text].map((character, cell) => (line.isWashedOut[cell] ? "?" : character)).join("");
  return { levels, text: seen, middles: cut.middles };
}

/** About half of the lines are from passports. The others have evenly spread or easily confused characters. */
function pickText(random: Random): string {
  if (random.chance(0.55)) return makeLines(makePerson(random))[random.integer(0, 1)]!;
  const isConfusing = random.chance(0.3);
  return Array.from({ length: cellsPerLine }, () => {
    if (isConfusing && random.chance(0.7)) return random.pick([..."0OQDU06G8SB5Z21I7TVYKXHN"]);
    return random.chance(0.12) ? "<" : characters[random.integer(0, 35)]!;
  }).join("");
}

function drawLine(random: Random, text: string, inks: Float32Array[]): Float32Array {
  const drawing = new Float32Array(drawingWidth * drawingHeight);
  for (const [cell, character] of [...text].entries()) {
    const ink = inks[characters.indexOf(character)]!;
    const left = Math.round((cell + spareCells - 0.5) * cellPixels + random.normal() * 0.012 * cellPixels);
    const down = Math.round(random.normal() * 0.012 * cellPixels);
    const strength = random.chance(0.03) ? random.between(0.5, 0.9) : 1;
    for (let at = 0; at < ink.length; at++) {
      const y = Math.floor(at / (2 * cellPixels)) + down;
      if (ink[at] === 0 || y < 0 || y >= drawingHeight) continue;
      const to = y * drawingWidth + left + (at % (2 * cellPixels));
      drawing[to] = Math.max(drawing[to]!, ink[at]! * strength);
    }
  }
  for (const isRight of [false, true]) if (random.chance(0.3)) addClutter(random, drawing, isRight);
  return drawing;
}

/** Draws a dark edge, as of a page or a table, next to the line. */
function addClutter(random: Random, drawing: Float32Array, isRight: boolean): void {
  const away = random.between(0.3, 3.5);
  const left = Math.floor((isRight ? cellsPerLine + spareCells + away : spareCells - away) * cellPixels);
  const right = Math.min(drawingWidth, left + random.integer(1, 36));
  const [top, darkness] = [random.integer(0, drawingHeight - 1), random.between(0.2, 1.2)];
  const bottom = random.chance(0.5) ? drawingHeight : Math.min(drawingHeight, top + random.integer(4, 60));
  for (let y = top; y < bottom; y++)
    drawing.fill(darkness, y * drawingWidth + Math.max(0, left), y * drawingWidth + right);
}

/** Returns a slightly misplaced cut, like the first cut when a line is read. */
function makeCut(random: Random, line: LinePicture, pitch: number): { curve: LineCurve; middles: number[] } {
  const stretch = 1 + random.normal() * 0.006;
  const offset = random.chance(0.25) ? random.between(-2.4, 2.4) : random.normal() * 0.25;
  const [bend, tilt, down] = [random.normal() * 0.004, random.normal() * 0.06, random.normal() * 0.06];
  const height = 0.985 * pitch * (1 + random.normal() * 0.05);
  const shear = random.normal() * 0.03;
  const half = cellsPerLine / 2;
  const place = (cell: number) =>
    spareCells + half + (cell - half) * stretch + offset + (bend * (cell - half) ** 2) / half;
  const curve: LineCurve = (cell) => ({
    x: place(cell) * pitch,
    y: line.height / 2 + (down + (tilt * (cell - half)) / cellsPerLine) * pitch,
    downX: shear * height,
    downY: height,
  });
  const middles = Array.from({ length: cellsPerLine }, (_, index) => {
    // Inverts `place` by Newton's method.
    let cell = index + 0.5;
    for (let round = 0; round < 8; round++) cell -= (place(cell) - (index + spareCells + 0.5)) / stretch;
    return (cell + marginCells) * cellWidth;
  });
  return { curve, middles };
}
