/** Reads the cells of a located zone with both networks. */
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

/** The 44 cells of a line, as each network reads them. */
export interface LineReading {
  cells: Cell[];
  /** A second opinion. */
  otherCells: Cell[];
  hasGlare: boolean[];
}
export type ZoneReading = readonly [upper: LineReading, lower: LineReading];

export interface ZoneCut {
  /** Where the zone begins, in cells from where it seems to. */
  moveCells: number;
  /** Height that is cut, as a share of the usual one. */
  height: number;
}

export const usualCut: ZoneCut = { moveCells: 0, height: 1 };

/** Undefined if no path of cells fits. */
export function readZone(
  picture: GreyPicture,
  pair: LinePair,
  model: PassportModel,
  { moveCells, height }: ZoneCut = usualCut,
): ZoneReading | undefined {
  const [upperCurve, lowerCurve] = lineCurves(findCorners(pair));
  const moved =
    (curve: LineCurve): LineCurve =>
    (cell) =>
      curve(cell + moveCells);
  const upper = readLine(picture, moved(upperCurve), model, height);
  const lower = upper && readLine(picture, moved(lowerCurve), model, height);
  return lower && [upper, lower];
}

/** Cuts the line twice: the second time where the first found its characters. */
function readLine(
  picture: GreyPicture,
  curve: LineCurve,
  model: PassportModel,
  height: number,
): LineReading | undefined {
  const first = readStrip(model.grey, cutStrip(picture, curve));
  const places = alignCells(first);
  if (!places) return undefined;
  const followed = followPlaces(curve, places, stripWidth / first.columns);
  const strip = cutStrip(picture, followHeight(picture, followBend(picture, followed), height));
  const cells = findCells(model.grey, strip);
  const otherCells = findCells(model.blackAndWhite, strip);
  return cells && otherCells && { cells, otherCells, hasGlare: findGlare(strip) };
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
