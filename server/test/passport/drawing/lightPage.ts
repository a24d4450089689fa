/** Simulates the lighting of a picture: gradient and colour of the light, a shadow, glare and a shiny film. */
import { project, type Homography } from "../../../modules/file/passport/homography.rules";
import type { Conditions } from "./conditions";
import type { DrawnPage } from "./drawPage";
import type { Picture } from "./layPage";
import type { Random } from "./Random";

/** An ellipse of light. */
interface Glare {
  x: number;
  y: number;
  cosine: number;
  sine: number;
  width: number;
  height: number;
  brightness: number;
}

export function lightPage(
  random: Random,
  picture: Picture,
  { zone }: DrawnPage,
  map: Homography,
  conditions: Conditions,
): void {
  const { data, width, height } = picture;
  const glares = makeGlares(random, zone, map, conditions);
  const shade = makeShade(random, picture, conditions);
  const warmth = random.between(0.93, 1.05);
  const film = makeFilm(random, conditions.film);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const light = shade(x, y);
      const added = glares.reduce((sum, glare) => sum + glareAt(glare, x, y), 0);
      const shine = film(x, y);
      [warmth, 1, 2 - warmth].forEach((colour, index) => {
        const level = data[at + index]! * light * colour + added;
        data[at + index] = Math.min(255, level + (shine[index]! - level) * conditions.film);
      });
    }
}

function makeGlares(
  random: Random,
  zone: DrawnPage["zone"],
  map: Homography,
  conditions: Conditions,
): Glare[] {
  const width = 44 * zone.pitch;
  const [left, right] = [project(map, zone.left, zone.upper), project(map, zone.left + width, zone.upper)];
  const span = Math.hypot(right[0] - left[0], right[1] - left[1]);
  const make = (x: number, y: number, sizes: [number, number, number, number], most: number): Glare => {
    const [atX, atY] = project(map, x, y);
    const angle = random.between(0, Math.PI);
    return {
      ...{ x: atX, y: atY, cosine: Math.cos(angle), sine: Math.sin(angle) },
      width: random.between(sizes[0], sizes[1]) * span,
      height: random.between(sizes[2], sizes[3]) * span,
      brightness: random.between(most - 150, most),
    };
  };
  const onZone = Array.from({ length: conditions.glareOnZone }, () => {
    const x = zone.left + random.between(0.05, 0.95) * width;
    return make(x, random.between(zone.upper - 3, zone.lower + 1), [0.04, 0.11, 0.02, 0.09], 260);
  });
  if (!conditions.hasGlareElsewhere) return onZone;
  return [...onZone, make(random.between(10, 115), random.between(5, 58), [0.05, 0.12, 0.03, 0.1], 220)];
}

function glareAt({ x, y, cosine, sine, width, height, brightness }: Glare, atX: number, atY: number): number {
  const [across, down] = [atX - x, atY - y];
  const reach = 3.2 * Math.max(width, height);
  if (Math.abs(across) >= reach || Math.abs(down) >= reach) return 0;
  const along = (across * cosine + down * sine) / width;
  const aside = (down * cosine - across * sine) / height;
  return brightness * Math.exp(-(along ** 2 + aside ** 2));
}

function makeShade(random: Random, { width, height }: Picture, { light, lightSlope }: Conditions) {
  const angle = random.between(0, 2 * Math.PI);
  const [across, down] = [(Math.cos(angle) * lightSlope) / width, (Math.sin(angle) * lightSlope) / height];
  const hasShadow = random.chance(0.3);
  const [turn, at, depth] = [
    random.between(0, 2 * Math.PI),
    random.between(-0.3, 0.3),
    random.between(0.55, 0.85),
  ];
  return (x: number, y: number) => {
    const level = light * (1 + across * (x - width / 2) + down * (y - height / 2));
    if (!hasShadow) return level;
    const distance = (x / width - 0.5) * Math.cos(turn) + (y / height - 0.5) * Math.sin(turn) - at;
    return level * (1 - (1 - depth) / (1 + Math.exp(-distance * 30)));
  };
}

/** Returns the colours of a shimmering film: broad stripes with a fine pattern. */
function makeFilm(random: Random, film: number): (x: number, y: number) => readonly number[] {
  const [angle, width, phase] = [random.between(0, Math.PI), random.between(60, 200), random.between(0, 6)];
  if (film === 0) return () => [0, 0, 0];
  return (x, y) => {
    const along = (x * Math.cos(angle) + y * Math.sin(angle)) / width;
    const fine = 40 * Math.sin((x + y) * 0.35) * Math.sin((x - y) * 0.35);
    return [0, 2, 4].map((shift) => 170 + 60 * Math.sin(along + phase + shift) + fine);
  };
}
