/** OCR-B, the typeface of the MRZ (ISO 1073-2), as SVG. FONT-COPYRIGHT has the licence of the outlines. */
import { readFileSync } from "node:fs";

/** Strokes end round (`regular`) or square (`sharp`). */
export type Face = "regular" | "sharp";

const outlines = JSON.parse(readFileSync("server/test/passport/drawing/ocrB.json", "utf8")) as Record<
  Face,
  Record<string, string>
>;
/** Width of every character in the units of the outlines. */
const advance = 723;

interface Lettering {
  face: Face;
  /** Width of a stroke around the outlines, in their units, for bolder print. */
  boldness: number;
  ink: string;
}

/** The baseline begins at `x`, `y`; `pitch` is the width of a character. */
export function drawText(
  text: string,
  place: { x: number; y: number; pitch: number },
  lettering: Lettering,
): string {
  const { x, y, pitch } = place;
  const { face, boldness, ink } = lettering;
  const paths = [...text].map(
    (character, index) =>
      `<path transform="translate(${x + index * pitch} ${y}) scale(${pitch / advance})" d="${outlines[face][character]}"/>`,
  );
  const stroke = boldness > 0 ? `stroke="${ink}" stroke-width="${boldness}" stroke-linejoin="round"` : "";
  return `<g fill="${ink}" ${stroke}>${paths.join("")}</g>`;
}
