import { expect, test } from "@jest/globals";
import sharp from "sharp";
import { withDensity } from "./jpegDensity";

/** As sharp writes it: without a JFIF header. */
const drawBare = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: "#336699" } })
    .jpeg()
    .toBuffer();
const densityOf = async (jpeg: Uint8Array) => (await sharp(jpeg).metadata()).density;
const pixelsOf = (jpeg: Uint8Array) => sharp(jpeg).raw().toBuffer();

test("a JPEG without a JFIF header gets one that says the density", async () => {
  const bare = await drawBare();
  const dense = withDensity(bare, 300);
  expect([bare.includes("JFIF"), await densityOf(dense)]).toEqual([false, 300]);
  expect(await pixelsOf(dense)).toEqual(await pixelsOf(bare));
});

test("a JPEG with one, as a canvas writes it, keeps one header and gets the new density", async () => {
  const before = withDensity(await drawBare(), 72);
  const after = withDensity(before, 300);
  expect([await densityOf(before), await densityOf(after)]).toEqual([72, 300]);
  expect(after.length).toBe(before.length);
  expect(await pixelsOf(after)).toEqual(await pixelsOf(before));
});
