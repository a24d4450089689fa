/** Forty generated pictures, stored in the repository so that a test reads the same bytes on every machine. */
import { readFileSync } from "node:fs";
import { readMrz } from "../../modules/review/mrz/mrz.rules";
import { madeToday } from "./compareReading";
import type { Fault, Quality } from "./drawing/conditions";

export const picturesFolder = "server/test/passport/pictures";

export interface FixedPicture {
  file: string;
  lines: readonly [string, string];
  faults: readonly Fault[];
  /** Degrees by which the page is rotated. */
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

/** Returns an applicant's details as stated in the lines of the passport. */
export function detailsOnPassport([line1, line2]: FixedPicture["lines"]) {
  const data = readMrz([line1, line2], madeToday).data!;
  const { gender } = data;
  return {
    title: gender === "MALE" ? "Mr." : "Mrs.",
    firstName: data.givenNames,
    lastName: data.surname,
    gender: gender!,
    dateOfBirth: data.dateOfBirth!,
    passportNumber: data.passportNumber,
    passportExpireDate: data.expireDate!,
    nationality: data.nationality,
    passportCountry: data.issuingCountry,
  };
}
