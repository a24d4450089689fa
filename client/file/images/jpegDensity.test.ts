import { expect, test } from "@jest/globals";
import sharp from "sharp";
import { withDensity } from "./jpegDensity";

/** The picture has no JFIF header at first, because sharp does not write one. */
const drawBare = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: "#336699" } })
    .jpeg()
    .toBuffer();
const densityOf = async (jpeg: Uint8Array) => (await sharp(jpeg).metadata()).density;
const pixelsOf = (jpeg: Uint8Array) => sharp(jpeg).raw().toBuffer();

test("withDensity adds a JFIF header with the density if there is none", async () => {
  const bare = await drawBare();
  const dense = withDensity(bare, 300);
  expect([bare.includes("JFIF"), await densityOf(dense)]).toEqual([false, 300]);
  expect(await pixelsOf(dense)).toEqual(await pixelsOf(bare));
});

test("withDensity updates the density in an existing JFIF header", async () => {
  const before = withDensity(await drawBare(), 72);
  const after = withDensity(before, 300);
  expect([await densityOf(before), await densityOf(after)]).toEqual([72, 300]);
  expect(after.length).toBe(before.length);
  expect(await pixelsOf(after)).toEqual(await pixelsOf(before));
});
