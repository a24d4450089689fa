/** Reads the MRZ of a passport's front page. Runs in the inspection process (InspectionProcesses.ts). */
import { readFileSync } from "node:fs";
import sharp, { type Sharp } from "sharp";
import { todayInKolkata } from "../../../core/day.rules";
import { maxCpuSecondsPerReading } from "../file.rules";
import { maxReadSide, type GreyPicture } from "../passport/greyPicture.rules";
import { openScan } from "./inspectPdf";
import { loadModel, type PassportModel } from "../passport/passportModel.rules";
import { readPassport } from "../passport/readPassport.rules";
import { findSureLines, type ZoneLines } from "../passport/sureLines.rules";

let model: PassportModel | undefined;

/** Returns undefined if the lines were not read reliably. `page` is an inspected upright picture or PDF. */
export async function readFrontPage(page: Buffer, modelFile: string): Promise<ZoneLines | undefined> {
  model ??= loadModel(new Uint8Array(readFileSync(modelFile)).buffer);
  const isPdf = page.toString("latin1", 0, 5) === "%PDF-";
  const beforeOpening = process.cpuUsage().user;
  const picture = isPdf ? await scanToGrey(page) : await toGreyPicture(page);
  if (!picture) return undefined;
  const before = isPdf ? beforeOpening : process.cpuUsage().user;
  const isSpent = () => process.cpuUsage().user - before > maxCpuSecondsPerReading * 1e6;
  return findSureLines(readPassport(picture, model, todayInKolkata(new Date()), isSpent));
}

async function scanToGrey(pdf: Buffer): Promise<GreyPicture | undefined> {
  const scan = await openScan(pdf);
  if (!scan) return undefined;
  const { data, width, height } = scan;
  return shrinkToGrey(sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 3 } }));
}

export const toGreyPicture = (page: Buffer): Promise<GreyPicture> =>
  shrinkToGrey(sharp(page, { autoOrient: true }));

async function shrinkToGrey(picture: Sharp): Promise<GreyPicture> {
  const { data, info } = await picture
    .resize(maxReadSide, maxReadSide, { fit: "inside", withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data), width: info.width, height: info.height };
}
