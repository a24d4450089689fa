import { expect, jest, test } from "@jest/globals";
import sharp from "sharp";
import { readFixedPictures } from "../../../test/passport/fixedPictures";
import { modelPath } from "../../../test/passport/readJpeg";
import { makePdf } from "../../../test/kit/files/makePdf";
import { makeScan } from "../../../test/kit/files/makeScan";
import { readFrontPage } from "./readFrontPage";

const [, fair, , , first, second] = readFixedPictures("fair");
const read = (page: Buffer) => readFrontPage(page, modelPath);

/** Draws an empty picture of the passport page's size. */
async function blank(): Promise<Buffer> {
  const { width, height } = await sharp(fair!.jpeg).metadata();
  return sharp({ create: { width, height, channels: 3, background: "#ddd" } })
    .jpeg()
    .toBuffer();
}

test("reads the same lines from a picture and from a PDF with that picture", async () => {
  expect(await read(fair!.jpeg)).toEqual(fair!.lines);
  expect(await read(await makeScan([[fair!.jpeg]]))).toEqual(fair!.lines);
  // Scanner apps add small stamps.
  const stamp = await sharp(await blank())
    .resize(200)
    .png()
    .toBuffer();
  expect(await read(await makeScan([[fair!.jpeg, stamp]]))).toEqual(fair!.lines);
});

test("reads only the first page of a PDF", async () => {
  const empty = await blank();
  expect(await read(await makeScan([[fair!.jpeg], [empty], [empty]]))).toEqual(fair!.lines);
  expect(await read(await makeScan([[empty], [fair!.jpeg], [empty]]))).toBeUndefined();
});

test("does not read a page with two passports, whether as two pictures or one", async () => {
  expect(await read(await makeScan([[first!.jpeg, second!.jpeg]]))).toBeUndefined();
  const [upper, lower] = await Promise.all(
    [first!, second!].map(({ jpeg }) => sharp(jpeg).resize(1200, 900, { fit: "fill" }).toBuffer()),
  );
  const both = await sharp({ create: { width: 1200, height: 1800, channels: 3, background: "#777" } })
    .composite([
      { input: upper!, left: 0, top: 0 },
      { input: lower!, left: 0, top: 900 },
    ])
    .jpeg()
    .toBuffer();
  expect(await read(await makeScan([[both]]))).toBeUndefined();
});

test("counts opening a PDF to the CPU time, but not decoding a picture", async () => {
  const scan = await makeScan([[fair!.jpeg]]);
  const usage = jest.spyOn(process, "cpuUsage").mockReturnValue({ user: 3_000_000, system: 0 });
  const startAtZero = () => usage.mockReturnValueOnce({ user: 0, system: 0 });
  try {
    startAtZero();
    expect(await read(scan)).toBeUndefined();
    startAtZero();
    expect(await read(fair!.jpeg)).toEqual(fair!.lines);
  } finally {
    usage.mockRestore();
  }
});

test("does not read an encrypted PDF, a truncated PDF, a PDF of text or a picture that is too large", async () => {
  const whole = await makeScan([[fair!.jpeg]]);
  expect(await read(await makeScan([[fair!.jpeg]], { userPassword: "secret" }))).toBeUndefined();
  expect(await read(whole.subarray(0, whole.length / 2))).toBeUndefined();
  expect(await read(makePdf())).toBeUndefined();
  const large = await sharp(fair!.jpeg).resize(4700).jpeg({ quality: 50 }).toBuffer();
  expect(await read(await makeScan([[large]]))).toBeUndefined();
});
