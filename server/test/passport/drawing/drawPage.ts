/** Draws a passport's front or back page as SVG in millimetres. */
import { drawText, type Face } from "./ocrB";
import type { Person } from "./makePerson";
import type { Random } from "./Random";
import { openSvg } from "../../kit/openSvg";

/** ISO/IEC 7810, ID-3. */
export const pageWidth = 125;
export const pageHeight = 88;

export interface DrawnPage {
  svg: string;
  /** The position of the MRZ: left end, pitch and baselines. */
  zone: { left: number; pitch: number; upper: number; lower: number };
  /** Upper edge of the drawing, negative if the opposite page is drawn above this one. */
  top: number;
}

export interface PagePixels {
  data: Buffer;
  width: number;
  height: number;
}

/** `hasOpposite` also draws the opposite page above. `wear` is the share of the print that has rubbed off. */
export function drawPage(
  random: Random,
  person: Person,
  lines: readonly [string, string] | undefined,
  { hasOpposite, wear = 0 }: { hasOpposite: boolean; wear?: number },
): DrawnPage {
  const paper = `hsl(${random.integer(0, 359)},${random.integer(10, 45)}%,${random.integer(84, 96)}%)`;
  const tint = random.integer(0, 359);
  const isPatterned = random.chance(0.55);
  const pattern = drawPattern(random, tint, isPatterned ? pageHeight : 63);
  const lower = random.between(80.2, 83.6);
  const zone = {
    left: random.between(4.5, 7.2),
    pitch: 2.54 * random.between(0.985, 1.015),
    upper: lower - random.between(5.7, 6.7),
    lower,
  };
  const face: Face = random.chance(0.75) ? "regular" : "sharp";
  const boldness = random.chance(0.5) ? 0 : random.between(0, 26);
  const ink = `rgb(${random.integer(0, 60)},${random.integer(0, 60)},${random.integer(0, 70)})`;
  const band = isPatterned
    ? ""
    : `<rect y="63.5" width="125" height="24.5" fill="hsl(${tint},${random.integer(0, 20)}%,${random.integer(90, 98)}%)"/>`;
  const place = (y: number) => ({ x: zone.left, y, pitch: zone.pitch });
  const print = (lines ?? [])
    .map((line, index) =>
      drawText(line, place(index === 0 ? zone.upper : zone.lower), { face, boldness, ink }),
    )
    .join("");
  const body = lines
    ? drawPortrait(random, paper) + drawDetails(random, person, ink)
    : drawProse(random, ink, 8);
  const opposite = hasOpposite ? drawOpposite(random, paper, ink) : "";
  const top = hasOpposite ? -pageHeight : 0;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${top} 125 ${pageHeight - top}">` +
    `<rect width="125" height="88" fill="${paper}"/>${pattern}${band}${body}${print}` +
    `${drawWear(random, paper, wear)}${opposite}</svg>`;
  return { svg, zone, top };
}

export async function rasterPage({ svg, top }: DrawnPage, pixelsPerMm: number): Promise<PagePixels> {
  const [width, height] = [pageWidth, pageHeight - top].map((side) => Math.round(side * pixelsPerMm));
  const sized = svg.replace("<svg ", `<svg width="${width}" height="${height}" `);
  const { data, info } = await openSvg(sized)
    .flatten({ background: "#fff" })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Draws fine waves like those of security printing. */
function drawPattern(random: Random, tint: number, bottom: number): string {
  const [amplitude, frequency, phase] = [
    random.between(1, 7),
    random.between(0.03, 0.2),
    random.between(0, 6),
  ];
  const waves = random.integer(25, 70);
  return Array.from({ length: waves }, (_, wave) => {
    const y = (wave / waves) * (bottom + 8) - 4;
    const path = Array.from({ length: 50 }, (_, step) => {
      const x = 2 + 2.5 * step;
      return `L${x} ${(y + amplitude * Math.sin(x * frequency + phase + wave * 0.21)).toFixed(2)}`;
    });
    const colour = `hsl(${(tint + wave) % 360},45%,${random.integer(66, 82)}%)`;
    return `<path d="M0 ${y}${path.join("")}" fill="none" stroke="${colour}" stroke-width="${random.between(0.06, 0.18).toFixed(2)}"/>`;
  }).join("");
}

function drawPortrait(random: Random, paper: string): string {
  const hue = (saturation: number, lightness: number) =>
    `hsl(${random.integer(0, 359)},${saturation}%,${lightness}%)`;
  const skin = `hsl(${random.integer(15, 35)},${random.integer(25, 55)}%,${random.integer(35, 80)}%)`;
  return (
    `<rect x="5" y="14" width="32" height="42" fill="hsl(210,8%,${random.integer(80, 93)}%)"/>` +
    `<ellipse cx="21" cy="54" rx="14" ry="11" fill="${hue(40, 35)}"/>` +
    `<ellipse cx="21" cy="32" rx="9.2" ry="12.5" fill="${hue(30, random.integer(15, 45))}"/>` +
    `<ellipse cx="21" cy="34" rx="8" ry="11" fill="${skin}"/>` +
    '<ellipse cx="17.8" cy="32" rx="1.4" ry="0.8" fill="#222"/><ellipse cx="24.2" cy="32" rx="1.4" ry="0.8" fill="#222"/>' +
    '<path d="M18 40q3 1.6 6 0" stroke="#733" stroke-width="0.6" fill="none"/>' +
    `<rect y="56" width="42" height="7" fill="${paper}"/>`
  );
}

const months = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");
const printedDay = (day: string) =>
  `${day.slice(4)} ${months[Number(day.slice(2, 4)) - 1]} ${day.slice(0, 2)}`;
const faces = ["DejaVu Sans", "DejaVu Serif", "DejaVu Sans Condensed", "DejaVu Sans Mono"];

function write(x: number, y: number, size: number, text: string, look: string): string {
  return `<text x="${x}" y="${y}" font-size="${size}" ${look}>${text.replaceAll("<", " ")}</text>`;
}

function drawDetails(random: Random, person: Person, ink: string): string {
  const look = `font-family="${random.pick(faces)}" fill="${ink}"`;
  const label = `${look.replace(ink, "hsl(0,0%,35%)")}`;
  const x = random.between(42, 46);
  const fields = [
    ["Type", "P"],
    ["Surname / Nom", person.surname],
    ["Given names / Prénoms", person.givenNames],
    ["Nationality", person.nationality],
    ["Date of birth", printedDay(person.birth)],
    ["Sex", person.sex],
    ["Date of expiry", printedDay(person.expiry)],
  ] as const;
  return (
    write(6, 8.5, 4.2, "PASSPORT", `${look} font-weight="bold"`) +
    write(92, 8.5, 2, "Passport No.", label) +
    write(92, 12.2, 3.4, person.number, `${look} font-weight="bold"`) +
    write(60, 8.5, 3, person.issuer, look) +
    fields
      .map(
        ([name, value], row) =>
          write(x, 14.5 + row * 6.9, 1.7, name, label) + write(x, 18 + row * 6.9, 3, value, look),
      )
      .join("")
  );
}

const prose = "observations endorsements bearer authority minister foreign affairs address father".split(" ");

/** Draws lines of words like those on the last page. */
function drawProse(random: Random, ink: string, lines: number): string {
  const look = `font-family="${random.pick(faces)}" fill="${ink}"`;
  return Array.from({ length: lines }, (_, line) => {
    const words = Array.from({ length: 7 }, () => random.pick(prose));
    return write(12, 14 + line * 7, 2.6, words.join(" "), look);
  }).join("");
}

function drawOpposite(random: Random, paper: string, ink: string): string {
  return (
    `<g transform="translate(0 -88)"><rect width="125" height="88" fill="${paper}"/>${drawProse(random, ink, 9)}` +
    '<rect y="84" width="125" height="4" fill="black" opacity="0.12"/></g>'
  );
}

/** Draws scratches in the colour of the paper. */
function drawWear(random: Random, paper: string, wear: number): string {
  return Array.from({ length: Math.round(wear * 400) }, () => {
    const [x, y] = [random.between(3, 122), random.between(72, 86)];
    const [across, down] = [random.between(-3, 3), random.between(-1.5, 1.5)];
    const width = random.between(0.05, 0.22).toFixed(2);
    return `<path d="M${x} ${y}l${across} ${down}" stroke="${paper}" stroke-width="${width}" opacity="0.85"/>`;
  }).join("");
}
