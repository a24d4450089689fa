import type { Day } from "../../../server/core/day.rules";
import {
  maxReadSide,
  toGrey,
  type GreyPicture,
} from "../../../server/modules/file/passport/greyPicture.rules";
import { loadModel } from "../../../server/modules/file/passport/passportModel.rules";
import { readPassport, type PassportReading } from "../../../server/modules/file/passport/readPassport.rules";
import { findSureLines, type ZoneLines } from "../../../server/modules/file/passport/sureLines.rules";
import { answerTasks, drawPixels, fetchModel, openPicture } from "../modelWorker";

export interface PassportTask {
  file: Blob;
  today: Day;
}

/** `sureLines` are both lines of the MRZ, if they were read reliably enough to be sent. */
export type DeviceReading = PassportReading & { sureLines: ZoneLines | undefined };

answerTasks(loadPassportModel, read);

async function read({ file, today }: PassportTask): Promise<DeviceReading> {
  const [model, picture] = await Promise.all([loadPassportModel(), toGreyPicture(file)]);
  const reading = readPassport(picture, model, today);
  return { ...reading, sureLines: findSureLines(reading) };
}

function loadPassportModel() {
  return fetchModel(
    new URL("../../../server/modules/file/passport/passportModel.bin", import.meta.url),
    loadModel,
  );
}

async function toGreyPicture(file: Blob): Promise<GreyPicture> {
  const picture = await openPicture(file);
  try {
    const { data, width, height } = drawPixels(picture, maxReadSide);
    return toGrey(data, width, height);
  } finally {
    picture.release();
  }
}
