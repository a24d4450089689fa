/** Reads the MRZ of a passport page from a picture. Pure, because it runs on the device and on the server. */
import type { Day } from "../../../core/day.rules";
import { confirmFields, decideFields, isLineUnclear, type PassportFields } from "./decideFields.rules";
import { turnPicture, type GreyPicture, type QuarterTurns } from "./greyPicture.rules";
import { countSigns, interpretCells } from "./interpretZone.rules";
import { glanceForZone, isApart, locateZone, type LinePair, type Located } from "./locateZone.rules";
import { isPageCut } from "./pageEdges.rules";
import type { PassportModel } from "./passportModel.rules";
import { readCloser, readZone, type ZoneReading } from "./readLines.rules";

/** The reason why nothing was read. */
export type PageProblem = "NO_PASSPORT" | "OTHER_PAGE" | "TOO_SMALL" | "TWO_PASSPORTS" | "UNREADABLE";

export type PassportReading =
  | { problem: PageProblem; fields?: undefined }
  | {
      problem?: undefined;
      fields: PassportFields;
      lines: readonly [string, string];
      turns: QuarterTurns;
      isCut?: true;
    };

/** Out of 4 (`countSigns`). With this many, the MRZ was read at the right position. */
const enoughSigns = 3;
/** If the best reading has only this many, the page is reported as unreadable; with fewer, it has no MRZ. */
const minSigns = 1;
/** Pixels per character. Narrower characters are not legible. */
const minPitch = 8;
/** Minimum length of the picture's longer side in pixels, checked only if no MRZ was located. */
const minSide = 600;
/** Offsets in cells at which to read the MRZ again, because its first characters may not have been located. */
const moves = [4, -4, 2, -2, 6, -6] as const;
const turnsInOrder = [0, 2, 1, 3] as const;

/**
 * An MRZ that fills a larger share of the picture's longer side leaves no room for a second passport at right angles
 * to it.
 */
const maxShareOfOne = 0.6;

/** A reading with the picture it was read from. */
interface Attempt {
  picture: GreyPicture;
  turns: QuarterTurns;
  pair: LinePair;
  reading: ZoneReading;
  signs: number;
}

/**
 * Reads a picture, whose sides should have at most `maxReadSide` pixels, because larger pictures take longer. Makes no
 * further attempt once `isSpent` returns true.
 */
export function readPassport(
  picture: GreyPicture,
  model: PassportModel,
  today: Day,
  isSpent: () => boolean = () => false,
): PassportReading {
  const attempts: Attempt[] = [];
  let hasText = false;
  for (const turns of turnsInOrder) {
    if (isSpent()) break;
    const turned = turnPicture(picture, turns);
    const located = locateZone(turned);
    hasText ||= located.hasText;
    const attempt = attemptPairs(turned, turns, located.pairs, model);
    if (!attempt) continue;
    if (attempt.signs >= enoughSigns)
      return hasSecondPassport(attempt, located)
        ? { problem: "TWO_PASSPORTS" }
        : finish(attempt, model, today, isSpent);
    attempts.push(attempt);
  }
  const best = attempts
    .map((attempt) => moveAlong(attempt, model, isSpent))
    .sort((one, other) => other.signs - one.signs)
    .at(0);
  if (best && best.signs > minSigns) return finish(best, model, today, isSpent);
  if (isTooSmall(picture, best)) return { problem: "TOO_SMALL" };
  if (best?.signs === minSigns) return { problem: "UNREADABLE" };
  return { problem: hasText ? "OTHER_PAGE" : "NO_PASSPORT" };
}

function finish(
  { reading, turns, pair, picture }: Attempt,
  model: PassportModel,
  today: Day,
  isSpent: () => boolean,
): PassportReading {
  const decide = (zone: ZoneReading) => ({ fields: decideFields(zone, today), lines: linesOf(zone) });
  const first = decide(reading);
  const [upper, lower] = reading.map((line, index) =>
    isLineUnclear(first.fields, index) && !isSpent() ? readCloser(picture, line, model) : line,
  ) as [...ZoneReading];
  const isSame = upper === reading[0] && lower === reading[1];
  const fields = isSame ? first.fields : confirmFields(first, decide([upper, lower]));
  const isCut = isPageCut(pair, picture) && { isCut: true as const };
  return { fields, lines: first.lines, turns, ...isCut };
}

function linesOf([upper, lower]: ZoneReading): readonly [string, string] {
  return interpretCells(upper.cells, lower.cells).lines;
}

function isTooSmall({ width, height }: GreyPicture, best: Attempt | undefined): boolean {
  return best ? best.pair.pitch < minPitch : Math.max(width, height) < minSide;
}

/** Tries the two best pairs and returns the first that can be read. */
function attemptPairs(
  picture: GreyPicture,
  turns: QuarterTurns,
  pairs: readonly LinePair[],
  model: PassportModel,
): Attempt | undefined {
  for (const pair of pairs.slice(0, 2)) {
    const reading = readZone(picture, pair, model);
    if (reading) return { picture, turns, pair, reading, signs: signsOf(reading) };
  }
  return undefined;
}

function signsOf([upper, lower]: ZoneReading): number {
  return countSigns(interpretCells(upper.cells, lower.cells));
}

/** Reads the MRZ again at other positions along its lines; returns the best reading. */
function moveAlong(attempt: Attempt, model: PassportModel, isSpent: () => boolean): Attempt {
  let best = attempt;
  for (const moveCells of moves) {
    if (isSpent()) break;
    const reading = readZone(attempt.picture, attempt.pair, model, moveCells);
    const signs = reading ? signsOf(reading) : 0;
    if (reading && signs > best.signs) best = { ...attempt, reading, signs };
    if (best.signs >= enoughSigns) break;
  }
  return best;
}

/** True if the picture contains another MRZ. It is only located, not read, because it may have any direction. */
function hasSecondPassport({ pair, picture }: Attempt, { zones }: Located): boolean {
  if (zones.some((zone) => isApart(pair, zone))) return true;
  const length = pair.upper.right - pair.upper.left;
  const hasRoom = length < maxShareOfOne * Math.max(picture.width, picture.height);
  return hasRoom && glanceForZone(turnPicture(picture, 1)).zones.length > 0;
}
