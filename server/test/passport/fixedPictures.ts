/** Forty made pictures in the repository, so that a test reads the same bytes on every machine. */
import { readFileSync } from "node:fs";
import type { Fault, Quality } from "./drawing/conditions";

export const picturesFolder = "server/test/passport/pictures";

export interface FixedPicture {
  file: string;
  lines: readonly [string, string];
  faults: readonly Fault[];
  /** Degrees by which the page lies turned. */
  turn: number;
}

export function readFixedPictures(quality: Quality): (FixedPicture & { path: string; jpeg: Buffer })[] {
  const folder = `${picturesFolder}/${quality}`;
  const truth = JSON.parse(readFileSync(`${folder}/truth.json`, "utf8")) as FixedPicture[];
  return truth.map((picture) => {
    const path = `${folder}/${picture.file}`;
    return { ...picture, path, jpeg: readFileSync(path) };
  });
}
