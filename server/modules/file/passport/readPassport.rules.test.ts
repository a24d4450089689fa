import { beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { compareReading, madeToday } from "../../../test/passport/compareReading";
import { makePassport } from "../../../test/passport/drawing/makePassport";
import { readFixedPictures } from "../../../test/passport/fixedPictures";
import { readModel, toGreyPicture } from "../../../test/passport/readJpeg";
import type { PassportModel } from "./passportModel.rules";
import { readPassport, type PassportReading } from "./readPassport.rules";

let model: PassportModel;
beforeAll(() => {
  model = readModel();
});

const read = async (jpeg: Buffer): Promise<PassportReading> =>
  readPassport(await toGreyPicture(jpeg), model, madeToday);

/** A small picture: these tests need no detail. */
const small = { conditions: { megapixels: 1, hasOpposite: false } } as const;

describe("of forty made pictures", () => {
  const readings = new Map<string, PassportReading>();
  const fixed = { fair: readFixedPictures("fair"), bad: readFixedPictures("bad") };
  beforeAll(async () => {
    for (const { path, jpeg } of [...fixed.fair, ...fixed.bad]) readings.set(path, await read(jpeg));
  });

  test.each([
    ["fair", 132],
    ["bad", 134],
  ] as const)("no value in a %s one is wrong, and at least %i of 140 are filled in", (quality, filled) => {
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

  test("those that lie turned are read, with their turn", () => {
    const turned = fixed.fair.filter(({ turn }) => turn !== 0);
    expect(new Set(turned.map(({ turn }) => turn))).toEqual(new Set([90, 180, 270]));
    for (const { path, turn, lines } of turned) {
      const reading = readings.get(path)!;
      // As many quarters as it has to be turned back.
      expect([turn, reading.fields && reading.turns]).toEqual([turn, (4 - turn / 90) % 4]);
      expect(reading.fields && reading.lines[1]).toBe(lines[1]);
    }
  });

  test("those with glare on the zone say so at the fields that stay empty", () => {
    const gaps = fixed.bad
      .filter(({ faults }) => faults.includes("glare"))
      .flatMap(({ path }) => Object.values(readings.get(path)!.fields ?? {}).map(({ gap }) => gap));
    expect(gaps).toContain("GLARE");
  });
});

test("a page whose upper part is not in the picture is read, and reported as cut", async () => {
  const { jpeg } = await makePassport(1, { quality: "fair", ...small });
  const { width, height } = await sharp(jpeg).metadata();
  const top = Math.round(height * 0.4);
  const lower = await sharp(jpeg)
    .extract({ left: 0, top, width, height: height - top })
    .toBuffer();
  expect(await read(lower)).toMatchObject({ isCut: true });
  expect(await read(jpeg)).not.toHaveProperty("isCut");
});

describe("a picture without a readable passport", () => {
  test("of another page is called that", async () => {
    const { jpeg } = await makePassport(1, { quality: "fair", isBackPage: true, ...small });
    expect(await read(jpeg)).toEqual({ problem: "OTHER_PAGE" });
  });

  test("of nothing but a surface has no passport", async () => {
    const noise = Buffer.from(Array.from({ length: 300 * 400 * 3 }, (_, at) => 120 + ((at * 7919) % 37)));
    const jpeg = await sharp(noise, { raw: { width: 400, height: 300, channels: 3 } })
      .resize(1200, 900)
      .jpeg()
      .toBuffer();
    expect(await read(jpeg)).toEqual({ problem: "NO_PASSPORT" });
  });

  test("from too far away is too small", async () => {
    const { jpeg } = await makePassport(2, { quality: "fair", ...small });
    const tiny = await sharp(jpeg).resize(300).jpeg().toBuffer();
    expect(await read(tiny)).toEqual({ problem: "TOO_SMALL" });
  });

  test("with two passports is not guessed", async () => {
    const pages = await Promise.all(
      [3, 4].map((seed) =>
        makePassport(seed, {
          quality: "fair",
          conditions: { ...small.conditions, fill: 0.9, turn: 0, perspective: 0, megapixels: 2 },
        }),
      ),
    );
    const [first, second] = await Promise.all(
      pages.map(({ jpeg }) => sharp(jpeg).resize(1200, 900).toBuffer()),
    );
    const both = await sharp({ create: { width: 1200, height: 1800, channels: 3, background: "#777" } })
      .composite([
        { input: first!, left: 0, top: 0 },
        { input: second!, left: 0, top: 900 },
      ])
      .jpeg()
      .toBuffer();
    expect(await read(both)).toEqual({ problem: "TWO_PASSPORTS" });
  });
});
