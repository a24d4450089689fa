import type { Day } from "../../../server/core/day.rules";
import {
  maxReadSide,
  toGrey,
  type GreyPicture,
} from "../../../server/modules/file/passport/greyPicture.rules";
import { loadModel } from "../../../server/modules/file/passport/passportModel.rules";
import { readPassport, type PassportReading } from "../../../server/modules/file/passport/readPassport.rules";
import { findSureLines, type ZoneLines } from "../../../server/modules/file/passport/sureLines.rules";
import { decodePicture, drawPart } from "../images/canvas";
import { getLongSide, withLongSide } from "../images/geometry";

export interface PassportTask {
  file: Blob;
  today: Day;
}

/** `sureLines`: both lines, if all of them is sure enough to be sent. */
export type DeviceReading = PassportReading & { sureLines: ZoneLines | undefined };

/** One response per task: a reading, or undefined if it failed. Without a task, only loads the model. */
self.onmessage = async ({ data }: MessageEvent<PassportTask | undefined>) => {
  const done = data ? read(data) : fetchModel().then(() => undefined);
  self.postMessage(await done.catch(() => undefined));
};

async function read({ file, today }: PassportTask): Promise<DeviceReading> {
  const [model, picture] = await Promise.all([fetchModel(), toGreyPicture(file)]);
  const reading = readPassport(picture, model, today);
  return { ...reading, sureLines: findSureLines(reading) };
}

async function fetchModel() {
  const address = new URL("../../../server/modules/file/passport/passportModel.bin", import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The model could not be fetched: ${response.status}`);
  return loadModel(await response.arrayBuffer());
}

async function toGreyPicture(file: Blob): Promise<GreyPicture> {
  const picture = await decodePicture(file);
  if (!picture) throw new Error("This browser cannot decode the picture");
  try {
    const size = withLongSide(picture, Math.min(maxReadSide, getLongSide(picture)));
    const canvas = drawPart(picture, 0, { x: 0, y: 0, width: 1, height: 1 }, size) as OffscreenCanvas;
    const { data, width, height } = canvas.getContext("2d")!.getImageData(0, 0, size.width, size.height);
    return toGrey(data, width, height);
  } finally {
    picture.release();
  }
}
