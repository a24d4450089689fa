import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { compareReading, madeToday } from "../../../test/passport/compareReading";
import { picturesFolder, readFixedPictures } from "../../../test/passport/fixedPictures";
import { readModel, toGreyPicture } from "../../../test/passport/readJpeg";
import type { PassportModel } from "./passportModel.rules";
import { readPassport, type PassportReading } from "./readPassport.rules";

let model: PassportModel;
beforeAll(() => {
  model = readModel();
});

const read = async (jpeg: Buffer): Promise<PassportReading> =>
  readPassport(await toGreyPicture(jpeg), model, madeToday);

/** Stored pictures, because drawing a passport takes longer than reading it. */
const fixed = { fair: readFixedPictures("fair"), bad: readFixedPictures("bad") };
const [first, second] = fixed.fair.map(({ jpeg }) => jpeg) as [Buffer, Buffer];

describe("generated pictures", () => {
  const readings = new Map<string, PassportReading>();
  beforeAll(async () => {
    for (const { path, jpeg } of [...fixed.fair, ...fixed.bad]) readings.set(path, await read(jpeg));
  });

  test.each([
    ["fair", 132],
    ["bad", 134],
  ] as const)("of %s quality yield at least %i of 140 values, and no wrong value", (quality, filled) => {
    const outcomes = fixed[quality].flatMap(({ path, lines }) =>
      Object.entries(compareReading(readings.get(path)!, lines)).map(([name, outcome]) => ({
        place: `${path} ${name}`,
        outcome,
      })),
    );
    expect(outcomes.filter(({ outcome }) => outcome === "wrong")).toEqual([]);
    expect(outcomes).toHaveLength(140);
    expect(outcomes.filter(({ outcome }) => outcome === "right").length).toBeGreaterThanOrEqual(filled);
  });

  test("that are rotated are read, and their rotation is reported", () => {
    const turned = fixed.fair.filter(({ turn }) => turn !== 0);
    expect(new Set(turned.map(({ turn }) => turn))).toEqual(new Set([90, 180, 270]));
    for (const { path, turn, lines } of turned) {
      const reading = readings.get(path)!;
      // The quarter turns that make the picture upright.
      expect([turn, reading.fields && reading.turns]).toEqual([turn, (4 - turn / 90) % 4]);
      expect(reading.fields && reading.lines[1]).toBe(lines[1]);
    }
  });

  test("with glare on the MRZ report GLARE for the fields that stay empty", () => {
    const gaps = fixed.bad
      .filter(({ faults }) => faults.includes("glare"))
      .flatMap(({ path }) => Object.values(readings.get(path)!.fields ?? {}).map(({ gap }) => gap));
    expect(gaps).toContain("GLARE");
  });
});

test("a page whose upper part is outside the picture is reported as cut off", async () => {
  const { width, height } = await sharp(first).metadata();
  const top = Math.round(height * 0.4);
  const lower = await sharp(first)
    .extract({ left: 0, top, width, height: height - top })
    .toBuffer();
  expect(await read(lower)).toMatchObject({ isCut: true });
  expect(await read(first)).not.toHaveProperty("isCut");
});

describe("a picture without a readable passport", () => {
  test("that shows another page is reported as OTHER_PAGE", async () => {
    expect(await read(readFileSync(`${picturesFolder}/backPage.jpg`))).toEqual({ problem: "OTHER_PAGE" });
  });

  test("that shows an empty surface is reported as NO_PASSPORT", async () => {
    const noise = Buffer.from(Array.from({ length: 300 * 400 * 3 }, (_, at) => 120 + ((at * 7919) % 37)));
    const jpeg = await sharp(noise, { raw: { width: 400, height: 300, channels: 3 } })
      .resize(1200, 900)
      .jpeg()
      .toBuffer();
    expect(await read(jpeg)).toEqual({ problem: "NO_PASSPORT" });
  });

  test("taken from too far away is reported as TOO_SMALL", async () => {
    expect(await read(await sharp(first).resize(300).jpeg().toBuffer())).toEqual({ problem: "TOO_SMALL" });
  });

  test.each([
    ["one below the other", { width: 1200, height: 1800 }, { left: 0, top: 900 }, 0],
    ["side by side", { width: 2400, height: 900 }, { left: 1200, top: 0 }, 0],
    ["head to tail", { width: 1200, height: 1800 }, { left: 0, top: 900 }, 180],
    ["at right angles", { width: 2100, height: 1200 }, { left: 1200, top: 0 }, 90],
  ])("with two passports %s is reported as TWO_PASSPORTS", async (_name, size, place, turn) => {
    const fit = (page: Buffer) => sharp(page).resize(1200, 900, { fit: "fill" }).toBuffer();
    const both = await sharp({ create: { ...size, channels: 3, background: "#777" } })
      .composite([
        { input: await fit(first), left: 0, top: 0 },
        {
          input: await sharp(await fit(second))
            .rotate(turn)
            .toBuffer(),
          ...place,
        },
      ])
      .jpeg()
      .toBuffer();
    expect(await read(both)).toEqual({ problem: "TWO_PASSPORTS" });
  });
});
