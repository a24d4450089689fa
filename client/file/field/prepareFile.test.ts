import { expect, test } from "@jest/globals";
import { fileViolations } from "../../../server/modules/file/file.rules";
import { makePdf } from "../../../server/test/kit/files/makePdf";
import { prepareFile } from "./prepareFile";

class DecodedImage {
  src = "";
  naturalWidth = 630;
  naturalHeight = 810;
  decode = async () => undefined;
}
Object.assign(globalThis, { Image: DecodedImage });

const jpeg = new Uint8Array(60 * 1024);
jpeg.set([0xff, 0xd8, 0xff]);
const cases = [
  ["PDF", "DOCUMENT", new File([Uint8Array.from(makePdf({ text: "hotel" }))], "hotel.pdf")],
  ["light picture", "DOCUMENT", new File([jpeg], "hotel.jpg")],
  ["fitting photo", "PHOTO", new File([jpeg], "me.jpg")],
] as const;

test.each(cases)("a %s is copied, because the original may disappear", async (_kind, purpose, file) => {
  const { ready } = await prepareFile(purpose, file);
  expect(ready?.file.name).toBe(file.name);
  expect(ready?.file).not.toBe(file);
});

test.each(cases)("a %s of which only the start is readable is reported", async (_kind, purpose, file) => {
  const broken = Object.assign(new File([file], file.name), {
    arrayBuffer: () => Promise.reject(new DOMException("unreadable", "NotReadableError")),
  });
  expect(await prepareFile(purpose, broken)).toEqual({ problem: fileViolations.corrupt() });
});
