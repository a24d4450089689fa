/** The characters of a passport's MRZ, and their allowed positions (ICAO Doc 9303, part 4: TD3). */

/** The characters in the order of the network's outputs. */
export const characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<";
export const cellsPerLine = 44;

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ<";
const digits = "0123456789";

/** The characters that a cell of each kind may contain. */
const allowedByKind = {
  document: "PV",
  letter: letters,
  digit: digits,
  digitOrFiller: `${digits}<`,
  sex: "MFX<",
  any: characters,
} as const;
export type CellKind = keyof typeof allowedByKind;

export function allowedCharacters(kind: CellKind): string {
  return allowedByKind[kind];
}

const repeat = (kind: CellKind, count: number) => Array<CellKind>(count).fill(kind);
const upperKinds: readonly CellKind[] = ["document", ...repeat("letter", 43)];
const lowerKinds: readonly CellKind[] = [
  ...repeat("any", 9),
  "digit",
  ...repeat("letter", 3),
  ...repeat("digitOrFiller", 6),
  "digit",
  "sex",
  ...repeat("digitOrFiller", 6),
  "digit",
  ...repeat("any", 14),
  "digitOrFiller",
  "digit",
];
/** The kind of each cell in the upper and lower line of the MRZ. */
export const lineKinds = [upperKinds, lowerKinds] as const;

const weights = [7, 3, 1] as const;

/**
 * Returns the check digit: digits count as themselves, A to Z as 10 to 35, `<` as 0; weights 7 3 1, modulo 10. The
 * weights are coprime with 10, so any single wrong character is detected, unless its value equals the right one's
 * modulo 10: 0 < A K U, 1 B L V, 2 C M W, 3 D N X, 4 E O Y, 5 F P Z, 6 G Q, 7 H R, 8 I S, 9 J T.
 */
export function computeCheckDigit(text: string): string {
  const sum = [...text].reduce(
    (total, character, index) => total + characterValue(character) * weights[index % 3]!,
    0,
  );
  return String(sum % 10);
}

function characterValue(character: string): number {
  return character === "<" ? 0 : parseInt(character, 36);
}
