/** Reads the cells of a located MRZ with both networks. */
import { alignCells, readCells, toChances, type Cell, type ColumnChances } from "./alignCells.rules";
import {
  cutStrip,
  lineCurves,
  normaliseStrip,
  stripWidth,
  toBlackAndWhite,
  type LineCurve,
  type Strip,
} from "./cutStrip.rules";
import { findGlare } from "./glare.rules";
import type { GreyPicture } from "./greyPicture.rules";
import type { LinePair } from "./locateZone.rules";
import { runNetwork, type Network } from "./network.rules";
import type { PassportModel } from "./passportModel.rules";
import { followBend, followHeight, followPlaces } from "./straightenLine.rules";
import { findCorners } from "./zoneCorners.rules";

/** The 44 cells of a line as read by each network. */
export interface LineReading {
  cells: Cell[];
  /** The cells as read by the second network. */
  otherCells: Cell[];
  hasGlare: boolean[];
  /** The curve along which the characters were found. */
  curve: LineCurve;
}
export type ZoneReading = readonly [upper: LineReading, lower: LineReading];

/**
 * Height of the strip for the second reading, as a share of the usual height: some characters are read reliably only
 * in a closer cut.
 */
const closerHeight = 0.9;

/**
 * Returns undefined if no alignment of cells fits. `moveCells` shifts the assumed beginning of the MRZ by that many
 * cells.
 */
export function readZone(
  picture: GreyPicture,
  pair: LinePair,
  model: PassportModel,
  moveCells = 0,
): ZoneReading | undefined {
  const [upperCurve, lowerCurve] = lineCurves(findCorners(pair));
  const moved =
    (curve: LineCurve): LineCurve =>
    (cell) =>
      curve(cell + moveCells);
  const upper = readLine(picture, moved(upperCurve), model);
  const lower = upper && readLine(picture, moved(lowerCurve), model);
  return lower && [upper, lower];
}

/** Cuts the line twice, the second time along the characters that were found in the first cut. */
function readLine(picture: GreyPicture, curve: LineCurve, model: PassportModel): LineReading | undefined {
  const first = readStrip(model.grey, cutStrip(picture, curve));
  const places = alignCells(first);
  if (!places) return undefined;
  const followed = followPlaces(curve, places, stripWidth / first.columns);
  return readCurve(picture, followBend(picture, followed), model, 1);
}

/** Reads a line again, from a strip cut closer to the characters. */
export function readCloser(picture: GreyPicture, line: LineReading, model: PassportModel): LineReading {
  return readCurve(picture, line.curve, model, closerHeight) ?? line;
}

function readCurve(
  picture: GreyPicture,
  curve: LineCurve,
  model: PassportModel,
  height: number,
): LineReading | undefined {
  const strip = cutStrip(picture, followHeight(picture, curve, height));
  const cells = findCells(model.grey, strip);
  const otherCells = findCells(model.blackAndWhite, strip);
  return cells && otherCells && { cells, otherCells, hasGlare: findGlare(strip), curve };
}

function readStrip(network: Network, strip: Strip): ColumnChances {
  const input = network.input === "grey" ? normaliseStrip(strip) : toBlackAndWhite(strip);
  return toChances(runNetwork(network, input), network.columns, network.channels);
}

function findCells(network: Network, strip: Strip): Cell[] | undefined {
  const chances = readStrip(network, strip);
  const places = alignCells(chances);
  return places && readCells(chances, places);
}
