/** Reads the lines of a passport from a stored front page. Runs in the process that decodes (InspectionProcesses.ts). */
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { todayInKolkata } from "../../../core/day.rules";
import { cpuSecondsAReading } from "../file.rules";
import { maxReadSide, type GreyPicture } from "../passport/greyPicture.rules";
import { loadModel, type PassportModel } from "../passport/passportModel.rules";
import { readPassport } from "../passport/readPassport.rules";
import { findSureLines, type ZoneLines } from "../passport/sureLines.rules";

let model: PassportModel | undefined;

/** Returns undefined if the lines are not sure. `page` is an inspected picture, so it is upright. */
export async function readFrontPage(page: Buffer, modelFile: string): Promise<ZoneLines | undefined> {
  model ??= loadModel(new Uint8Array(readFileSync(modelFile)).buffer);
  const picture = await toGreyPicture(page);
  const before = process.cpuUsage().user;
  const isSpent = () => process.cpuUsage().user - before > cpuSecondsAReading * 1e6;
  return findSureLines(readPassport(picture, model, todayInKolkata(new Date()), isSpent));
}

export async function toGreyPicture(page: Buffer): Promise<GreyPicture> {
  const { data, info } = await sharp(page, { autoOrient: true })
    .resize(maxReadSide, maxReadSide, { fit: "inside", withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data), width: info.width, height: info.height };
}
