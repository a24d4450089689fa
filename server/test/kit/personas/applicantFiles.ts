import { readFile } from "node:fs/promises";
import { makePdf } from "../files/makePdf";
import type { TestFile } from "../wire/callApi";

export const jpeg = (bytes: Uint8Array, name = "photo.jpg"): TestFile => ({
  name,
  type: "image/jpeg",
  bytes,
});
export const png = (bytes: Uint8Array, name = "page.png"): TestFile => ({ name, type: "image/png", bytes });
export const pdf = (bytes: Uint8Array, name = "paper.pdf"): TestFile => ({
  name,
  type: "application/pdf",
  bytes,
});

export interface PassportFiles extends Record<string, TestFile> {
  "input.profileFile": TestFile;
  "input.passportFrontFile": TestFile;
  "input.passportBackFile": TestFile;
}

/** Reads a picture that `makePhoneJpeg` (150 × 200 pixels) or `makePng` (200 × 140) has made. */
const readPicture = (name: "me.jpg" | "page.png") => readFile(`server/test/kit/personas/pictures/${name}`);

/**
 * Returns small mandatory files, for tests in which the pictures do not matter. None is a PDF, because opening a PDF
 * is slow.
 */
export async function makeSmallFiles(): Promise<PassportFiles> {
  const [photo, page] = await Promise.all([readPicture("me.jpg"), readPicture("page.png")]);
  return {
    "input.profileFile": jpeg(photo, "me.jpg"),
    "input.passportFrontFile": png(page, "front.png"),
    "input.passportBackFile": png(page, "back.png"),
  };
}

/** Returns files as a phone makes them: a JPEG with EXIF and GPS, a JPEG, a PNG, and two PDFs. */
export async function makeApplicantFiles(): Promise<PassportFiles> {
  // Imported here, because loading sharp takes longer than all other modules of most suites.
  const { makePhoneJpeg, makePng } = await import("../files/makeImage");
  return {
    "input.profileFile": jpeg(await makePhoneJpeg({ width: 900, height: 1200 }), "me.jpg"),
    "input.passportFrontFile": jpeg(await makePhoneJpeg({ width: 1500, height: 1060 }), "front.jpg"),
    "input.passportBackFile": png(await makePng({ width: 1000, height: 700 }), "back.png"),
    "input.documentFiles.0": pdf(makePdf({ pages: 1, text: "ticket.pdf" }), "ticket.pdf"),
    "input.documentFiles.1": pdf(makePdf({ pages: 1, text: "hotel.pdf" }), "hotel.pdf"),
  };
}
