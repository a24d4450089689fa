/** Draws portraits of invented people with known measurements. docs/photo-check.md describes the limits of drawings. */
import sharp, { type Sharp } from "sharp";
import type { Point } from "../../modules/file/photo/colourPicture.rules";
import { toRadians } from "../../modules/file/photo/colourPicture.rules";
import { Random } from "../passport/drawing/Random";
import { openSvg } from "../kit/openSvg";

export interface Portrait {
  width: number;
  height: number;
  /** Distance from the left edge to the middle of the head, in pixels. */
  centre: number;
  /** Distance from the upper edge to the top of the hair, in pixels. */
  crown: number;
  /** Distance from the top of the hair to the chin, in pixels. */
  head: number;
  /** Clockwise, in degrees. */
  turn: number;
}

export interface Truth {
  eyes: readonly [Point, Point];
  crown: Point;
  chin: Point;
  head: number;
}

/**
 * Draws one person as SVG elements. The unit of length is the head's height: the top of the hair is at 0 and the
 * chin at 1.
 */
function drawPerson(random: Random, { centre, crown, head, turn }: Portrait): { svg: string; truth: Truth } {
  const eyeLine = random.between(0.47, 0.51);
  const eyeGap = random.between(0.145, 0.165);
  const svg = `<g transform="translate(${centre} ${crown}) rotate(${turn} 0 ${0.5 * head}) scale(${head})">${features(random, eyeLine, eyeGap)}</g>`;
  const [sine, cosine] = [Math.sin(toRadians(turn)), Math.cos(toRadians(turn))];
  const place = (x: number, y: number): Point => ({
    x: centre + head * (x * cosine - (y - 0.5) * sine),
    y: crown + head * (0.5 + x * sine + (y - 0.5) * cosine),
  });
  const eyes = [place(-eyeGap, eyeLine), place(eyeGap, eyeLine)] as const;
  return { svg, truth: { eyes, crown: place(0, 0), chin: place(0, 1), head } };
}

function features(random: Random, eyeLine: number, eyeGap: number): string {
  const [hue, saturation, light] = [random.integer(14, 34), random.integer(25, 55), random.integer(28, 80)];
  const skin = (by: number) => `hsl(${hue},${saturation}%,${Math.max(5, Math.min(96, light + by))}%)`;
  const [hairHue, hairSaturation, hairLight] = [
    random.integer(15, 45),
    random.integer(5, 50),
    random.integer(5, 55),
  ];
  const hair = (by: number) => `hsl(${hairHue},${hairSaturation}%,${Math.max(2, hairLight + by)}%)`;
  const cloth = `hsl(${random.integer(0, 359)},${random.integer(10, 60)}%,${random.integer(15, 60)}%)`;
  const iris = `hsl(${random.integer(10, 220)},40%,${random.integer(18, 40)}%)`;
  const half = random.between(0.35, 0.39);
  const [nose, mouth] = [random.between(0.66, 0.7), random.between(0.79, 0.82)];
  const isLong = random.chance(0.45);
  const hasBeard = !isLong && random.chance(0.3);
  const hasGlasses = random.chance(0.2);
  const lip = `hsl(${random.integer(350, 364) % 360},40%,${Math.max(18, light - 22)}%)`;
  const eye = (side: number) =>
    `<g transform="translate(${side * eyeGap} ${eyeLine})"><ellipse rx="0.075" ry="0.05" fill="${skin(-10)}" opacity="0.6"/>` +
    `<path d="M-0.058 0.004Q-0.01 -0.034 0.058 0.004Q0 0.03 -0.058 0.004Z" fill="#f4efea"/><circle r="0.0225" cy="-0.002" fill="${iris}"/>` +
    `<circle r="0.011" cy="-0.002" fill="#111"/><circle r="0.005" cx="0.007" cy="-0.008" fill="#fff"/>` +
    `<path d="M-0.06 0.004Q-0.01 -0.04 0.06 0.002" fill="none" stroke="#221" stroke-width="0.011"/>` +
    `<path d="M-0.075 -0.062Q0 -0.1 0.075 -0.062" fill="none" stroke="${hair(-3)}" stroke-width="0.024" stroke-linecap="round"/>` +
    `${hasGlasses ? `<rect x="-0.1" y="-0.05" width="0.2" height="0.13" rx="0.04" fill="none" stroke="#222" stroke-width="0.012"/>` : ""}</g>`;
  const ear = (side: number) =>
    `<ellipse cx="${side * half}" cy="0.55" rx="0.045" ry="0.085" fill="${skin(-6)}"/>`;
  return `<defs><radialGradient id="skin" cx="0.45" cy="0.45" r="0.65"><stop offset="0" stop-color="${skin(6)}"/><stop offset="0.75" stop-color="${skin(-2)}"/><stop offset="1" stop-color="${skin(-16)}"/></radialGradient></defs>
    <path d="M-0.75 2.4 L-0.75 1.9 Q-0.75 1.35 -0.3 1.25 L-0.2 1.1 L0.2 1.1 L0.3 1.25 Q0.75 1.35 0.75 1.9 L0.75 2.4 Z" fill="${cloth}"/>
    ${isLong ? `<path d="M-0.44 0.45 Q-0.5 1.0 -0.42 1.3 L0.42 1.3 Q0.5 1.0 0.44 0.45 Z" fill="${hair(-4)}"/>` : ""}
    <path d="M-0.17 0.85 L-0.19 1.2 Q0 1.34 0.19 1.2 L0.17 0.85 Z" fill="${skin(-12)}"/>
    <ellipse cx="0" cy="0.4" rx="${half + 0.055}" ry="0.4" fill="${hair(0)}"/>${ear(-1)}${ear(1)}
    <path d="M${-half} 0.42 Q${-half} 0.14 0 0.13 Q${half} 0.14 ${half} 0.42 Q${half} 0.78 0.17 0.95 Q0 1.02 -0.17 0.95 Q${-half} 0.78 ${-half} 0.42 Z" fill="url(#skin)"/>
    ${hasBeard ? `<path d="M${-half * 0.97} 0.62 Q${-half * 0.9} 0.82 -0.16 0.96 Q0 1.02 0.16 0.96 Q${half * 0.9} 0.82 ${half * 0.97} 0.62 Q0.2 0.78 0 0.74 Q-0.2 0.78 ${-half * 0.97} 0.62Z" fill="${hair(0)}" opacity="0.75"/>` : ""}
    ${eye(-1)}${eye(1)}
    <path d="M-0.02 ${eyeLine + 0.02} Q-0.035 ${nose - 0.06} -0.07 ${nose} Q0 ${nose + 0.035} 0.07 ${nose} Q0.035 ${nose - 0.06} 0.02 ${eyeLine + 0.02} Z" fill="${skin(-7)}" opacity="0.75"/>
    <ellipse cx="-0.03" cy="${nose + 0.004}" rx="0.017" ry="0.009" fill="${skin(-28)}"/><ellipse cx="0.03" cy="${nose + 0.004}" rx="0.017" ry="0.009" fill="${skin(-28)}"/>
    <path d="M-0.115 ${mouth} Q-0.04 ${mouth - 0.03} 0 ${mouth - 0.018} Q0.04 ${mouth - 0.03} 0.115 ${mouth} Q0 ${mouth + 0.055} -0.115 ${mouth} Z" fill="${lip}"/><path d="M-0.115 ${mouth} Q0 ${mouth + 0.012} 0.115 ${mouth}" stroke="#411" stroke-width="0.008" fill="none"/>
    <path d="M${-half} 0.44 Q${-half - 0.02} 0.16 0 0.1 Q${half + 0.02} 0.16 ${half} 0.44 Q${half * 0.8} 0.24 0.1 0.22 Q${-half * 0.6} 0.2 ${-half} 0.44 Z" fill="${hair(2)}"/>`;
}

/** The backgrounds, of which only the first two are plain. */
export const backgrounds = ["light", "dark", "room", "stripes"] as const;
export type Background = (typeof backgrounds)[number];

function drawBackground(random: Random, kind: Background, { width, height }: Portrait): string {
  const hue = random.integer(0, 359);
  const colour = (light: number, saturation = random.integer(0, 12)) =>
    `hsl(${hue},${saturation}%,${light}%)`;
  const fill = (value: string) => `<rect width="100%" height="100%" fill="${value}"/>`;
  if (kind === "light") return fill(colour(random.integer(86, 99)));
  if (kind === "dark") return fill(colour(random.integer(20, 55), random.integer(5, 40)));
  const shapes = Array.from({ length: kind === "room" ? 14 : 9 }, (_, index) => {
    const shade = colour(random.integer(25, 92), random.integer(10, 60));
    return kind === "room"
      ? `<rect x="${random.between(-0.1, 0.9) * width}" y="${random.between(-0.1, 0.9) * height}" width="${random.between(0.1, 0.4) * width}" height="${random.between(0.1, 0.5) * height}" fill="${shade}"/>`
      : `<rect x="${(index / 9) * width}" width="${width / 18}" height="${height}" fill="${shade}"/>`;
  });
  return fill(colour(random.integer(60, 90))) + shapes.join("");
}

export interface Conditions {
  background: Background;
  people: 0 | 1 | 2;
  /** Standard deviation of the blur, as a share of the distance between the eyes. */
  blur: number;
  /** Factor by which all pixel values are multiplied. */
  exposure: number;
  /**
   * Faults that occur only in the final set: sensor noise, light from the side, or the compression of a messenger
   * app.
   */
  unseen?: "noise" | "sideLight" | "resent" | undefined;
}

const goodConditions: Conditions = { background: "light", people: 1, blur: 0.006, exposure: 1 };

export interface MadePortrait {
  jpeg: Buffer;
  portrait: Portrait;
  conditions: Conditions;
  truth: Truth;
}

/** Follows the default rules: a head in the middle that fills three quarters of the height. */
const goodPortrait: Portrait = { width: 630, height: 810, centre: 315, crown: 85, head: 607, turn: 0 };

export async function makePortrait(
  seed: number,
  wishes: { portrait?: Partial<Portrait>; conditions?: Partial<Conditions> } = {},
): Promise<MadePortrait> {
  const random = new Random(seed);
  const portrait = { ...goodPortrait, ...wishes.portrait };
  const conditions = { ...goodConditions, ...wishes.conditions };
  const { width, height, head } = portrait;
  const background = drawBackground(random, conditions.background, portrait);
  const { svg, truth } = drawPerson(random, portrait);
  const beside = { ...portrait, head: head * random.between(0.6, 0.95), turn: random.between(-5, 5) };
  beside.centre = portrait.centre + (portrait.centre > width / 2 ? -1 : 1) * head * random.between(0.8, 0.9);
  const other = conditions.people === 2 ? drawPerson(random, beside).svg.replaceAll("skin", "skin2") : "";
  const people = conditions.people === 0 ? "" : other + svg;
  const eyeGap = Math.hypot(truth.eyes[1].x - truth.eyes[0].x, truth.eyes[1].y - truth.eyes[0].y);
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${background}${people}</svg>`;
  const picture = openSvg(whole)
    .flatten()
    .blur(Math.max(0.4, conditions.blur * eyeGap))
    .linear(conditions.exposure, 0);
  const spoilt = await spoil(random, picture, conditions.unseen, portrait);
  const jpeg = await spoilt.jpeg({ quality: conditions.unseen === "resent" ? 45 : 85 }).toBuffer();
  return { jpeg, portrait, conditions, truth };
}

async function spoil(
  random: Random,
  picture: Sharp,
  fault: Conditions["unseen"],
  { width, height }: Portrait,
): Promise<Sharp> {
  if (fault === "sideLight") {
    const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="shade"><stop offset="0.2" stop-opacity="0"/><stop offset="1" stop-opacity="0.3"/></linearGradient><rect width="100%" height="100%" fill="url(#shade)"/></svg>`;
    return sharp(
      await picture
        .composite([{ input: Buffer.from(shade) }])
        .png()
        .toBuffer(),
    );
  }
  if (fault === "resent") {
    const small = await picture.jpeg({ quality: 60 }).toBuffer();
    const smaller = await sharp(small)
      .resize(Math.round(width * 0.6))
      .jpeg({ quality: 50 })
      .toBuffer();
    return sharp(smaller).resize(width, height, { fit: "fill" });
  }
  if (fault !== "noise") return picture;
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at++)
    data[at] = Math.max(0, Math.min(255, data[at]! + 9 * random.normal()));
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
}
