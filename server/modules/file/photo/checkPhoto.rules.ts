/**
 * Checks a photo against the rules of a visa. The findings are advice and never reject a photo. Pure, because it runs
 * on the device and on the server.
 */
import { measureBackground, maxUnlike, type Background } from "./background.rules";
import type { ColourPicture } from "./colourPicture.rules";
import type { FaceModel } from "./faceModel.rules";
import { findFaces, type Face } from "./findFaces.rules";
import { measureBlur, measureLight } from "./measureFace.rules";
import { measureHead, middleOfEyes } from "./measureHead.rules";
import { photoCheckNames, type PhotoChecks, type PhotoFault, type Verdict } from "./photoChecks.rules";
import type { PhotoRules, Range } from "./photoRules.rules";

export interface PhotoFile {
  width: number;
  height: number;
  bytes: number;
  /** Pixels of the longer side before enlargement. */
  sourceLongSide: number;
}

/** A detection with a lower score may not be a face, so it is not judged. */
const sureScore = 0.75;
/** Measurement errors on drawn portraits (docs/photo-check.md). A value closer than this to a limit is not judged. */
const margins = { headHeight: 0.01, eyeLine: 0.01, offCentre: 0.01, tilt: 1 };

export function checkPhoto(
  picture: ColourPicture,
  file: PhotoFile,
  model: FaceModel,
  rules: PhotoRules,
): PhotoChecks {
  // Not thorough, because a face that only a thorough search finds is too small or not upright.
  const faces = findFaces(picture, model, false);
  const size = checkSize(file, rules);
  const oneFace = checkFaces(faces);
  const [face] = faces;
  if (!face || face.score < sureScore) {
    const notJudged = Object.fromEntries(photoCheckNames.map((name) => [name, "notJudged"])) as PhotoChecks;
    return { ...notJudged, oneFace, size };
  }
  const background = measureBackground(picture, face);
  return {
    oneFace,
    headHeight: checkHead(measureHead(picture, face, background), picture.height, rules.headHeight),
    position: checkPosition(picture, face, rules),
    eyesLevel: judge(Math.abs(face.tilt), { max: rules.maxTilt }, margins.tilt, { high: "TILTED" }),
    background: checkBackground(background),
    sharpness: checkSharpness(measureBlur(picture, face)),
    light: checkLight(picture, face),
    size,
  };
}

/** Compares a measure with a range. A value closer to a limit than `margin` is not judged. */
function judge(
  value: number,
  { min = -Infinity, max = Infinity }: Partial<Range>,
  margin: number,
  faults: { low?: PhotoFault; high?: PhotoFault },
): Verdict {
  if (value < min - margin) return faults.low ?? "ok";
  if (value > max + margin) return faults.high ?? "ok";
  return value >= min + margin && value <= max - margin ? "ok" : "notJudged";
}

function checkFaces(faces: readonly Face[]): Verdict {
  const [first, second] = faces;
  if (!first) return "NO_FACE";
  if (first.score < sureScore) return "notJudged";
  if (!second) return "ok";
  return second.score < sureScore ? "notJudged" : "SEVERAL_FACES";
}

function checkHead(head: Range, pictureHeight: number, rule: Range): Verdict {
  const faults = { low: "HEAD_TOO_SMALL", high: "HEAD_TOO_LARGE" } as const;
  // If the top of the hair is unknown, both ends of the usual range must give the same result.
  const [one, other] = [head.min, head.max].map((height) =>
    judge(height / pictureHeight, rule, margins.headHeight, faults),
  ) as [Verdict, Verdict];
  return one === other ? one : "notJudged";
}

function checkPosition({ width, height }: ColourPicture, face: Face, rules: PhotoRules): Verdict {
  const eyes = middleOfEyes(face);
  const side = judge(Math.abs(eyes.x / width - 0.5), { max: rules.maxOffCentre }, margins.offCentre, {
    high: "OFF_CENTRE",
  });
  if (side === "OFF_CENTRE") return side;
  const line = judge(1 - eyes.y / height, rules.eyeLine, margins.eyeLine, {
    low: "EYES_TOO_LOW",
    high: "EYES_TOO_HIGH",
  });
  return line === "ok" ? side : line;
}

/** Minimum `unlike` of a busy background, such as a room with shelves. */
const busyUnlike = 0.18;
/** Out of 255. */
const minLightness = 165;
const lightMargin = 15;

function checkBackground({ unlike, colour }: Background): Verdict {
  if (unlike === undefined) return "notJudged";
  if (unlike > busyUnlike) return "BUSY_BACKGROUND";
  if (unlike > maxUnlike) return "notJudged";
  return judge(Math.max(...colour), { min: minLightness }, lightMargin, { low: "DARK_BACKGROUND" });
}

/** As a share of the distance between the eyes (`measureBlur`): a blur of 0.35 mm on a print of 35 × 45 mm. */
const maxBlur = 0.0265;
const blurMargin = 0.004;

function checkSharpness(blur: number | undefined): Verdict {
  if (blur === undefined) return "notJudged";
  return judge(blur, { max: maxBlur }, blurMargin, { high: "BLURRED" });
}

/** Out of 255. */
const minBrightest = 95;
const brightMargin = 15;
const maxBurnt = 0.2;

function checkLight(picture: ColourPicture, face: Face): Verdict {
  const { brightest, burnt } = measureLight(picture, face);
  const dark = judge(brightest, { min: minBrightest }, brightMargin, { low: "TOO_DARK" });
  return dark === "ok" ? judge(burnt, { max: maxBurnt }, 0.05, { high: "TOO_BRIGHT" }) : dark;
}

/** Relative tolerance, so that a deviation of one pixel passes. */
const ratioTolerance = 0.01;

export function checkSize(
  { width, height, bytes, sourceLongSide }: PhotoFile,
  { ratio, longSide, kilobytes }: PhotoRules,
): Verdict {
  if (Math.abs(width / height / ratio - 1) > ratioTolerance) return "OTHER_SHAPE";
  if (Math.min(sourceLongSide, Math.max(width, height)) < longSide.min) return "FEW_PIXELS";
  if (bytes < kilobytes.min * 1000) return "FEW_KILOBYTES";
  return bytes > kilobytes.max * 1024 ? "MANY_KILOBYTES" : "ok";
}
