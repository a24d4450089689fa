/** Derives the expected verdicts on a drawn portrait from its known measurements. */
import type { PhotoChecks, Verdict } from "../../modules/file/photo/photoChecks.rules";
import type { PhotoRules } from "../../modules/file/photo/photoRules.rules";
import type { Random } from "../passport/drawing/Random";
import { backgrounds, type Conditions, type MadePortrait, type Portrait } from "./drawPortrait";

export type Expected = Omit<Record<keyof PhotoChecks, Verdict>, "size">;

/** Blur and exposure at which a drawing reaches the limits of sharpness and light (checkPhoto.rules.ts). */
const limits = { blur: 0.038, exposure: 0.52 };

/**
 * Returns the expected verdicts. Omits checks without one, for example because the picture shows no face or two faces.
 */
export function judgePortrait(
  { portrait, conditions, truth }: MadePortrait,
  rules: PhotoRules,
): Partial<Expected> {
  if (conditions.people === 0) return { oneFace: "NO_FACE" };
  if (conditions.people === 2) return { oneFace: "SEVERAL_FACES" };
  const [left, right] = truth.eyes;
  const share = truth.head / portrait.height;
  const eyeLine = 1 - (left.y + right.y) / 2 / portrait.height;
  const offCentre = Math.abs((left.x + right.x) / 2 / portrait.width - 0.5);
  const isCut = truth.crown.y < 0;
  return {
    oneFace: "ok",
    ...(!isCut && {
      headHeight:
        share < rules.headHeight.min
          ? "HEAD_TOO_SMALL"
          : share > rules.headHeight.max
            ? "HEAD_TOO_LARGE"
            : "ok",
    }),
    position:
      offCentre > rules.maxOffCentre
        ? "OFF_CENTRE"
        : eyeLine < rules.eyeLine.min
          ? "EYES_TOO_LOW"
          : eyeLine > rules.eyeLine.max
            ? "EYES_TOO_HIGH"
            : "ok",
    eyesLevel: Math.abs(portrait.turn) > rules.maxTilt ? "TILTED" : "ok",
    // In an underexposed picture, a light wall is as dark as a dark wall.
    ...(conditions.exposure >= 0.9 && {
      background: (
        { light: "ok", dark: "DARK_BACKGROUND", room: "BUSY_BACKGROUND", stripes: "BUSY_BACKGROUND" } as const
      )[conditions.background],
    }),
    sharpness: conditions.blur > limits.blur ? "BLURRED" : "ok",
    light: conditions.exposure < limits.exposure ? "TOO_DARK" : "ok",
  };
}

export const portraitFaults = [
  "small",
  "large",
  "aside",
  "tilted",
  "background",
  "blurred",
  "dark",
  "nobody",
  "two",
] as const;
export type PortraitFault = (typeof portraitFaults)[number];

/** Returns random measurements with only these faults, some near the limits and some far from them. */
export function wishFor(
  random: Random,
  faults: readonly PortraitFault[],
): { portrait: Portrait; conditions: Partial<Conditions> } {
  const has = (fault: PortraitFault) => faults.includes(fault);
  const [width, height] = [630, 810];
  const share = has("two")
    ? random.between(0.35, 0.42)
    : has("small")
      ? random.between(0.35, 0.7)
      : has("large")
        ? random.between(0.8, 0.93)
        : random.between(0.715, 0.785);
  const head = share * height;
  const crown = (height - head) * random.between(0.3, 0.5);
  const offset = has("aside") ? random.between(0.04, 0.16) : random.between(0, 0.035);
  const turn = random.sign() * (has("tilted") ? random.between(4, 14) : random.between(0, 4));
  return {
    portrait: {
      width,
      height,
      head,
      crown,
      turn,
      centre: width * (has("two") ? 0.29 : 0.5 + random.sign() * offset),
    },
    conditions: {
      background: has("background") ? random.pick(backgrounds) : "light",
      people: has("nobody") ? 0 : has("two") ? 2 : 1,
      blur: has("blurred") ? random.between(0.02, 0.1) : random.between(0.005, 0.022),
      exposure: has("dark") ? random.between(0.25, 0.7) : random.between(0.9, 1.02),
    },
  };
}
