/** Decodes the cells of an MRZ line to characters, and the characters to fields (ICAO Doc 9303, part 4: TD3). */
import type { Cell } from "./alignCells.rules";
import {
  allowedCharacters,
  characters,
  computeCheckDigit,
  lineKinds,
  type CellKind,
} from "./mrzCharacters.rules";

export interface ReadCharacter {
  /** The likeliest of the characters that the cell may contain. */
  character: string;
  /** The probability of `character`, relative to all characters that the cell may contain. */
  share: number;
  others: { character: string; share: number }[];
  ink: number;
  /**
   * The total probability of the allowed characters, before the others were excluded. Without this check, noise would
   * look like a certain character in a cell that allows few.
   */
  mass: number;
}

/** O in a number is read as 0 unless O is far likelier: their shapes differ by country, and 0 is more common. */
const rarities: Readonly<Record<string, number>> = { O: -2.5, I: -1, Q: -1 };
/** Characters that look alike in print. */
const lookalikes: Readonly<Record<string, string>> = {
  O: "0",
  I: "1",
  B: "8",
  S: "5",
  "0": "O",
  "1": "I",
  "8": "B",
  "5": "S",
};
const maxExchanges = 4;

function readCharacter({ logs, ink }: Cell, kind: CellKind): ReadCharacter {
  const chances = [...allowedCharacters(kind)].map((character) => {
    const rarity = kind === "any" ? (rarities[character] ?? 0) : 0;
    return { character, share: Math.exp(logs[characters.indexOf(character)]! + rarity) };
  });
  const mass = chances.reduce((sum, { share }) => sum + share, 0);
  const [best, ...others] = chances
    .sort((one, other) => other.share - one.share)
    .map(({ character, share }) => ({ character, share: share / mass }));
  return { ...best!, others: others.slice(0, 3), ink, mass };
}

export interface InterpretedZone {
  upper: ReadCharacter[];
  lower: ReadCharacter[];
  lines: readonly [string, string];
}

export function interpretCells(upperCells: readonly Cell[], lowerCells: readonly Cell[]): InterpretedZone {
  const [upper, lower] = [upperCells, lowerCells].map((cells, line) =>
    cells.map((cell, index) => readCharacter(cell, lineKinds[line]![index]!)),
  );
  const textOf = (line: readonly ReadCharacter[]) => line.map(({ character }) => character).join("");
  return { upper: upper!, lower: lower!, lines: [textOf(upper!), textOf(lower!)] };
}

/** Positions of the fields with a check digit in the lower line; the digit is at `to`. */
export const checkedFields = {
  passportNumber: { from: 0, to: 9 },
  dateOfBirth: { from: 13, to: 19 },
  passportExpireDate: { from: 21, to: 27 },
} as const;
export type CheckedField = keyof typeof checkedFields;

export interface CheckedValue {
  text: string;
  /** True if the check digit matches and the value is possible. */
  fits: boolean;
  /** Product of the probabilities (`share` and `ink`) of all cells, including the check digit's. */
  confidence: number;
}

/** Returns the value as read, or with lookalikes exchanged if exactly one such variant fits the check digit. */
export function checkField(lower: readonly ReadCharacter[], field: CheckedField): CheckedValue {
  const { from, to } = checkedFields[field];
  const cells = lower.slice(from, to);
  const digit = lower[to]!;
  const confidence = [...cells, digit].reduce(
    (product, { share, ink }) => product * share * Math.min(1, ink + 0.02),
    1,
  );
  const read = cells.map(({ character }) => character).join("");
  const found = [read, ...(fitsDigit(read, digit) ? [] : exchangeLookalikes(cells, from))].filter((text) =>
    fitsDigit(text, digit),
  );
  const text = found.length === 1 ? found[0]! : read;
  return { text, fits: found.length === 1 && isPossible(field, text), confidence };
}

function fitsDigit(text: string, digit: ReadCharacter): boolean {
  return computeCheckDigit(text) === digit.character;
}

/** Returns the variants of the text with up to `maxExchanges` uncertain lookalikes exchanged. */
function exchangeLookalikes(cells: readonly ReadCharacter[], from: number): string[] {
  const places = cells.flatMap(({ character, share }, index) => {
    const other = lookalikes[character];
    const isAllowed = other && allowedCharacters(lineKinds[1][from + index]!).includes(other);
    return isAllowed && share < 0.995 ? [index] : [];
  });
  const exchanged = places.slice(0, maxExchanges);
  return Array.from({ length: 2 ** exchanged.length - 1 }, (_, set) =>
    cells
      .map(({ character }, index) => {
        const place = exchanged.indexOf(index);
        return place >= 0 && (set + 1) & (1 << place) ? lookalikes[character]! : character;
      })
      .join(""),
  );
}

function isPossible(field: CheckedField, text: string): boolean {
  if (field === "passportNumber") return /^[A-Z0-9]+<*$/.test(text);
  const [, month, day] = /^\d\d(\d\d)(\d\d)$/.exec(text) ?? [];
  return isWithin(Number(month), 1, 12) && isWithin(Number(day), 1, 31);
}

const isWithin = (value: number, from: number, to: number) => value >= from && value <= to;

/** The position of the names in the upper line. */
export const namesFrom = 5;

/**
 * `isPlausible` is false if the line cannot be a line of names. `cells` counts the cells of the names and of the
 * fillers that end them.
 */
export function readNames(upperLine: string) {
  const names = upperLine.slice(namesFrom).replace(/<+$/, "");
  const cut = names.indexOf("<<");
  const [surname, given] = cut < 0 ? [names, ""] : [names.slice(0, cut), names.slice(cut + 2)];
  const isPlausible = /^P/.test(upperLine) && /^[^<]/.test(names) && !given.includes("<<");
  const withSpaces = (text: string) => text.replaceAll("<", " ");
  return {
    surname: withSpaces(surname),
    givenNames: withSpaces(given),
    isPlausible,
    cells: Math.min(upperLine.length - namesFrom, names.length + 2),
  };
}

/** Counts the evidence for an MRZ, from 0 to 4: check digits that match, and the `P` at the beginning. */
export function countSigns(zone: InterpretedZone): number {
  const fields = Object.keys(checkedFields) as CheckedField[];
  const fitting = fields.filter((field) => {
    const { from, to } = checkedFields[field];
    return fitsDigit(zone.lines[1].slice(from, to), zone.lower[to]!);
  });
  return fitting.length + (zone.lines[0].startsWith("P") && zone.upper[0]!.ink > 0.5 ? 1 : 0);
}
