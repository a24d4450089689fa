import { expect, test } from "@jest/globals";
import type { PhotoChecks } from "../../../server/modules/file/photo/photoChecks.rules";
import { describePhoto, listChecks } from "./photoTexts";

const checks: PhotoChecks = {
  ...{ oneFace: "ok", headHeight: "notJudged", position: "ok", eyesLevel: "TILTED" },
  ...{ background: "BUSY_BACKGROUND", sharpness: "ok", light: "ok", size: "ok" },
};
const checked = { kind: "checked", checks, crop: undefined, isCropped: false, mayBePassport: false } as const;
const good = { ...checks, headHeight: "ok", eyesLevel: "ok", background: "ok" } as const;

test("listChecks returns faults first, then checks without a result", () => {
  expect(listChecks(checks).map(({ name, kind }) => `${kind} ${name}`)).toEqual([
    ...["todo eyesLevel", "todo background", "notJudged headHeight"],
    ...["ok oneFace", "ok position", "ok sharpness", "ok light", "ok size"],
  ]);
});

test("the summary counts the faults and says that the traveller can continue", () => {
  expect(describePhoto(checked)).toBe("2 things to improve. You can continue with this photo.");
  expect(describePhoto({ ...checked, checks: { ...good, light: "TOO_DARK" } })).toBe(
    "One thing to improve. You can continue with this photo.",
  );
  expect(describePhoto({ ...checked, checks: good, isCropped: true })).toBe(
    "We cut the photo to your face. We found nothing to improve.",
  );
  expect(describePhoto({ ...checked, mayBePassport: true })).toBe(
    "This looks like a passport page. You can continue with it.",
  );
  expect(describePhoto({ kind: "none" })).toBeUndefined();
});
