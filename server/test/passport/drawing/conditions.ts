/** The conditions in which a page is photographed: light, camera and faults. */
import type { Random } from "./Random";

/** Faults of the bad pictures that the networks and rules were developed with. */
export const knownFaults = [
  "turn",
  "perspective",
  "blur",
  "motion",
  "glare",
  "noise",
  "small",
  "dark",
] as const;
/** Faults that occur only in the final set, so that neither training nor development has used them. */
export const unseenFaults = ["worn", "laminate", "resent"] as const;
export type Fault = (typeof knownFaults)[number] | (typeof unseenFaults)[number];
export type Quality = "fair" | "bad";

/** Lengths without a unit are in character widths of the MRZ. */
export interface Conditions {
  faults: Fault[];
  megapixels: number;
  /** Share of the picture's width that the page fills. */
  fill: number;
  /** Degrees. */
  turn: number;
  /** Maximum displacement of a corner, as a share of the picture's width. */
  perspective: number;
  blur: number;
  motion: number;
  motionAngle: number;
  glareOnZone: number;
  hasGlareElsewhere: boolean;
  /** Grey levels. */
  noise: number;
  light: number;
  /** Change of brightness from one edge of the picture to the other. */
  lightSlope: number;
  jpegQuality: number;
  hasOpposite: boolean;
  isSharpened: boolean;
  wear: number;
  /** Opacity of a shiny film over the page. */
  film: number;
  /** Scale to which a messenger app reduced the picture; 1 if none did. */
  resentScale: number;
}

export function makeConditions(random: Random, quality: Quality, forced: readonly Fault[] = []): Conditions {
  const fair: Conditions = {
    faults: [...forced],
    megapixels: random.pick([2, 3, 5, 8]),
    fill: random.between(0.68, 0.96),
    turn: random.between(-4, 4),
    perspective: random.between(0, 0.025),
    blur: random.between(0, 0.06),
    motion: 0,
    motionAngle: random.between(0, Math.PI),
    glareOnZone: 0,
    hasGlareElsewhere: random.chance(0.4),
    noise: random.between(0, 6),
    light: random.between(0.8, 1.08),
    lightSlope: random.between(0, 0.3),
    jpegQuality: random.integer(75, 92),
    hasOpposite: random.chance(0.5),
    isSharpened: random.chance(0.4),
    ...{ wear: 0, film: 0, resentScale: 1 },
  };
  if (quality === "fair") return fair;
  const count = random.pick([1, 2, 2]);
  while (forced.length === 0 && fair.faults.length < count) {
    const fault = random.pick(knownFaults);
    if (!fair.faults.includes(fault)) fair.faults.push(fault);
  }
  const bad = { ...fair, jpegQuality: 60, megapixels: random.pick([1, 2, 3, 5, 8]) };
  return bad.faults.reduce(
    (conditions, fault) => ({ ...conditions, ...makeFault(random, fault, conditions) }),
    bad,
  );
}

function makeFault(random: Random, fault: Fault, { noise }: Conditions): Partial<Conditions> {
  switch (fault) {
    case "turn":
      return { turn: random.sign() * random.between(6, 10) };
    case "perspective":
      return { perspective: random.between(0.04, 0.075) };
    case "blur":
      return { blur: random.between(0.1, 0.17) };
    case "motion":
      return { motion: random.between(0.2, 0.4) };
    case "glare":
      return { glareOnZone: random.integer(1, 2) };
    case "noise":
      return { noise: random.between(12, 24) };
    case "small":
      return { megapixels: 1, fill: random.between(0.62, 0.8) };
    case "dark":
      return {
        light: random.between(0.22, 0.42),
        noise: Math.max(noise, random.between(4, 9)),
        lightSlope: random.between(0.2, 0.6),
      };
    case "worn":
      return { wear: random.between(0.1, 0.35) };
    case "laminate":
      return { film: random.between(0.1, 0.3) };
    case "resent":
      return { resentScale: random.between(0.45, 0.65) };
  }
}
