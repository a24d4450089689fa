import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { makePortrait, type Conditions, type Portrait } from "../../../test/photo/drawPortrait";
import { readFaceModel, toColourPicture } from "../../../test/photo/readPhoto";
import { checkPhoto, checkSize, type PhotoFile } from "./checkPhoto.rules";
import type { PhotoChecks } from "./photoChecks.rules";
import { findFaces } from "./findFaces.rules";
import { defaultPhotoRules, getPhotoRules } from "./photoRules.rules";
import { proposeCrop } from "./proposeCrop.rules";

const model = readFaceModel();
const astronaut = readFileSync("server/test/photo/pictures/astronaut.jpg");

async function check(jpeg: Buffer, rules = defaultPhotoRules) {
  const picture = await toColourPicture(jpeg, 1062);
  const file = {
    width: picture.width,
    height: picture.height,
    bytes: 80_000,
    sourceLongSide: picture.height,
  };
  return checkPhoto(picture, file, model, rules);
}

const draw = async (portrait: Partial<Portrait>, conditions: Partial<Conditions> = {}) =>
  (await makePortrait(1, { portrait, conditions })).jpeg;

const allOk: PhotoChecks = {
  ...{ oneFace: "ok", headHeight: "ok", position: "ok", eyesLevel: "ok" },
  ...{ background: "ok", sharpness: "ok", light: "ok", size: "ok" },
};

describe("a drawn portrait", () => {
  test.each<[string, Partial<Portrait>, Partial<Conditions>, Partial<PhotoChecks>]>([
    ["that follows the rules passes every check", {}, {}, {}],
    ["with a small head is HEAD_TOO_SMALL", { head: 400, crown: 190 }, {}, { headHeight: "HEAD_TOO_SMALL" }],
    ["with a large head is HEAD_TOO_LARGE", { head: 690, crown: 40 }, {}, { headHeight: "HEAD_TOO_LARGE" }],
    ["with the face at one side is OFF_CENTRE", { centre: 250 }, {}, { position: "OFF_CENTRE" }],
    ["with a tilted head is TILTED", { turn: 9 }, {}, { eyesLevel: "TILTED" }],
    [
      "in front of a dark wall has a DARK_BACKGROUND",
      {},
      { background: "dark" },
      { background: "DARK_BACKGROUND" },
    ],
    ["that is out of focus is BLURRED", {}, { blur: 0.07 }, { sharpness: "BLURRED" }],
  ])("%s", async (_name, portrait, conditions, faults) => {
    expect(await check(await draw(portrait, conditions))).toEqual({ ...allOk, ...faults });
  });

  test("that was taken in the dark is TOO_DARK and has a DARK_BACKGROUND", async () => {
    expect(await check(await draw({}, { exposure: 0.28 }))).toMatchObject({
      light: "TOO_DARK",
      background: "DARK_BACKGROUND",
    });
  });

  test("in front of a curtain gets a verdict on its head height only if every possible height gives the same verdict", async () => {
    const room = await check(await draw({}, { background: "stripes" }));
    expect(room).toMatchObject({ background: "BUSY_BACKGROUND", headHeight: "notJudged" });
    const far = await check(await draw({ head: 300, crown: 200 }, { background: "stripes" }));
    expect(far.headHeight).toBe("HEAD_TOO_SMALL");
  });

  test("of two people has SEVERAL_FACES", async () => {
    const two = await draw({ head: 300, crown: 200, centre: 190 }, { people: 2 });
    expect((await check(two)).oneFace).toBe("SEVERAL_FACES");
  });
});

test("a picture without a face is judged only by its size", async () => {
  expect(await check(await draw({}, { people: 0 }))).toEqual({
    ...{ oneFace: "NO_FACE", headHeight: "notJudged", position: "notJudged", eyesLevel: "notJudged" },
    ...{ background: "notJudged", sharpness: "notJudged", light: "notJudged", size: "ok" },
  });
});

test.each<[Partial<PhotoFile>, PhotoChecks["size"]]>([
  [{}, "ok"],
  [{ width: 810 }, "OTHER_SHAPE"],
  [{ sourceLongSide: 400 }, "FEW_PIXELS"],
  [{ bytes: 30_000 }, "FEW_KILOBYTES"],
  [{ bytes: 200_000 }, "MANY_KILOBYTES"],
])("a file with %o gets the verdict %s", (change, verdict) => {
  const file = { width: 630, height: 810, bytes: 80_000, sourceLongSide: 4000 };
  expect(checkSize({ ...file, ...change }, defaultPhotoRules)).toBe(verdict);
});

const vietnam = getPhotoRules({ widthMillimetres: 40, heightMillimetres: 60, maxKilobytes: null });

test.each<[Partial<PhotoFile>, PhotoChecks["size"]]>([
  [{ width: 472, height: 709 }, "ok"],
  [{ width: 630, height: 810 }, "OTHER_SHAPE"],
  [{ width: 413, height: 620 }, "FEW_PIXELS"],
])("for a format of 40 × 60 mm, a file with %o gets the verdict %s", (size, verdict) => {
  const file = { width: 0, height: 0, bytes: 80_000, sourceLongSide: 4000 };
  expect(checkSize({ ...file, ...size }, vietnam)).toBe(verdict);
});

test("the authority's maximum file size is advised if it is below the usual maximum", () => {
  const limit = (maxKilobytes: number) =>
    getPhotoRules({ widthMillimetres: null, heightMillimetres: null, maxKilobytes });
  expect(limit(500)).toEqual(defaultPhotoRules);
  expect(limit(40).kilobytes).toEqual({ min: 20, max: 40 });
});

test("in a 40 × 60 mm photo, the head may fill the usual share of the width or of the height", async () => {
  const shape = { width: 720, height: 1080, centre: 360 };
  const verdict = async (head: number, crown: number) =>
    (await check(await draw({ ...shape, head, crown }), vietnam)).headHeight;
  expect(await verdict(700, 150)).toBe("ok");
  expect(await verdict(830, 90)).toBe("ok");
  expect(await verdict(600, 200)).toBe("HEAD_TOO_SMALL");
  expect(await verdict(930, 70)).toBe("HEAD_TOO_LARGE");
});

test.each([defaultPhotoRules, vietnam])(
  "a proposed crop passes the check with the same rules",
  async (rules) => {
    const whole = await draw({ width: 1200, height: 1600, centre: 560, crown: 350, head: 520 });
    const { part } = proposeCrop(await toColourPicture(whole, 640), model, rules)!;
    const [left, top, width, height] = [
      ...[part.x * 1200, part.y * 1600],
      ...[part.width * 1200, part.height * 1600],
    ].map(Math.round) as [number, number, number, number];
    const cut = await sharp(whole).extract({ left, top, width, height }).toBuffer();
    expect(await check(cut, rules)).toEqual(allOk);
  },
);

test("the same photo gets a different verdict under the rules of another visa", async () => {
  const rules = { ...defaultPhotoRules, headHeight: { min: 0.5, max: 0.6 } };
  expect(await check(await draw({}), rules)).toEqual({ ...allOk, headHeight: "HEAD_TOO_LARGE" });
});

describe("a photograph (NASA, public domain)", () => {
  test("has one face, whose eyes are located", async () => {
    const faces = findFaces(await toColourPicture(astronaut, 640), model);
    expect(faces).toHaveLength(1);
    const [left, right] = faces[0]!.eyes;
    expect([left.x, left.y, right.x, right.y].map(Math.round)).toEqual([202, 102, 248, 104]);
  });

  test("is cropped to the face and turned upright", async () => {
    for (const turned of [0, 90]) {
      const picture = await toColourPicture(await sharp(astronaut).rotate(turned).toBuffer(), 640);
      const proposal = proposeCrop(picture, model, defaultPhotoRules)!;
      expect(proposal.turn).toBe((360 - turned) % 360);
      const { x, y, width, height } = proposal.part;
      const middle = [x + width / 2, y + height / 2].map((share) => Math.round(share * 512));
      expect(middle[0]).toBeGreaterThan(205);
      expect(middle[0]).toBeLessThan(240);
      expect(height * 512).toBeGreaterThan(150);
      expect(height * 512).toBeLessThan(240);
    }
  });
});
