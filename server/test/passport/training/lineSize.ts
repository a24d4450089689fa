/** Sizes of a drawn line before the photo of it is simulated. */
import { cellsPerLine } from "../../../modules/file/passport/mrzCharacters.rules";

export const cellPixels = 40;
export const drawingHeight = 80;
/** Empty cells to the left and right of the line. */
export const spareCells = 4;
export const drawingWidth = (cellsPerLine + 2 * spareCells) * cellPixels;
