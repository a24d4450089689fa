/**
 * Draws the pictures for link previews (Open Graph, 1200 × 630 px) into dist/client/share: one per flag of the
 * catalogue, and `home.png`. This is a build step, because the server does not decode SVG.
 */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import sharp from "sharp";

const root = new URL("../..", import.meta.url);
const target = new URL("dist/client/share/", root);
const [width, height] = [1200, 630];
const [flagWidth, flagHeight] = [640, 480];

const waves = Array.from({ length: 14 }, (_, line) => 20 + line * 45)
  .map((y) => `<path d="M0 ${y}C200 ${y - 90} 400 ${y + 90} 600 ${y}S1000 ${y - 90} 1200 ${y}"/>`)
  .join("");

/**
 * Ink, guilloche lines and a stamp's edge, in the colours of client/styles/tokens.css. Contains no text, because a
 * build machine may have no fonts.
 */
const background = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <rect width="100%" height="100%" fill="#15233b"/>
  <g fill="none" stroke="#7ccbdd" stroke-opacity=".28" stroke-width="2">${waves}</g>
  <rect x="256" y="51" width="688" height="528" rx="12" fill="#fbf8f2"/>
  <rect x="264" y="59" width="672" height="512" rx="8" fill="none" stroke="#f2b33d" stroke-width="4" stroke-dasharray="2 12" stroke-linecap="round"/>
</svg>`;

const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="${flagWidth}" height="${flagHeight}" viewBox="0 0 64 48">
  <rect width="64" height="48" fill="#0b5a6f"/>
  <circle cx="32" cy="24" r="16" fill="none" stroke="#f2b33d" stroke-width="3"/>
  <path d="M24 24.500l6 6 11-13" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
</svg>`;

async function draw(svg, name) {
  const centre = await sharp(svg, { density: 144 })
    .resize(flagWidth, flagHeight, { fit: "contain", background: "#fbf8f2" })
    .png()
    .toBuffer();
  await sharp(Buffer.from(background))
    .composite([{ input: centre, left: (width - flagWidth) / 2, top: (height - flagHeight) / 2 }])
    .png({ palette: true })
    .toFile(decodeURIComponent(new URL(`${name}.png`, target).pathname));
}

const seed = new URL("seed/countries/", root);
const flags = readdirSync(seed).map((name) => JSON.parse(readFileSync(new URL(name, seed), "utf8")).flagSrc);

mkdirSync(target, { recursive: true });
await draw(Buffer.from(mark), "home");
for (const flag of new Set(flags))
  await draw(readFileSync(new URL(`node_modules/flag-icons/flags/4x3/${flag}.svg`, root)), flag);
