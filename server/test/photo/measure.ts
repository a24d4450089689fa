/**
 * Prints how often each check of a photo is right on drawn portraits: `npm run photos:measure -- --set final`.
 * `--set final` uses seeds and faults that were not used to choose the thresholds. Run it with `nice -n 19`.
 */
import { parseArgs } from "node:util";
import { checkPhoto } from "../../modules/file/photo/checkPhoto.rules";
import { photoCheckNames } from "../../modules/file/photo/photoChecks.rules";
import { maxSearchSide } from "../../modules/file/photo/findFaces.rules";
import { defaultPhotoRules } from "../../modules/file/photo/photoRules.rules";
import { proposeCrop } from "../../modules/file/photo/proposeCrop.rules";
import { Random } from "../passport/drawing/Random";
import { makePortrait } from "./drawPortrait";
import { judgePortrait, portraitFaults, wishFor } from "./judgePortrait";
import { readFaceModel, toColourPicture } from "./readPhoto";

const { values } = parseArgs({
  options: {
    set: { type: "string", default: "development" },
    each: { type: "string", default: "12" },
    verbose: { type: "boolean", default: false },
  },
});
const isFinal = values.set === "final";
/** The first seed of each set, far apart so that the sets never share a seed. */
const firstSeed = isFinal ? 11_000_000 : 2_000_000;
const unseen = isFinal ? ([undefined, "noise", "sideLight", "resent"] as const) : ([undefined] as const);
const model = readFaceModel();
const checkNames = photoCheckNames.filter((name) => name !== "size");
const counts = Object.fromEntries(
  checkNames.map((name) => [name, { right: 0, wrongOk: 0, wrongFault: 0, notJudged: 0 }]),
) as Record<
  (typeof checkNames)[number],
  { right: number; wrongOk: number; wrongFault: number; notJudged: number }
>;
const times: number[] = [];

let seed = firstSeed;
for (const fault of [undefined, ...portraitFaults])
  for (let index = 0; index < Number(values.each); index++) {
    const random = new Random(seed++);
    // Every third picture has a second fault.
    const faults = [...(fault ? [fault] : []), ...(index % 3 === 2 ? [random.pick(portraitFaults)] : [])];
    const wish = wishFor(random, faults);
    const conditions = { ...wish.conditions, unseen: unseen[index % unseen.length] };
    const made = await makePortrait(seed * 7, { ...wish, conditions });
    const picture = await toColourPicture(made.jpeg, 1062);
    const before = process.cpuUsage().user;
    const checks = checkPhoto(
      picture,
      { ...picture, bytes: 80_000, sourceLongSide: picture.height },
      model,
      defaultPhotoRules,
    );
    times.push((process.cpuUsage().user - before) / 1000);
    const truth = judgePortrait(made, defaultPhotoRules);
    for (const name of checkNames) {
      const [expected, verdict] = [truth[name], checks[name]];
      if (!expected) continue;
      const outcome =
        verdict === "notJudged"
          ? verdict
          : verdict === expected
            ? "right"
            : verdict === "ok"
              ? "wrongOk"
              : "wrongFault";
      counts[name][outcome] += 1;
      if (values.verbose && outcome.startsWith("wrong"))
        console.log(
          `  ${seed} ${faults.join("+")} ${conditions.unseen ?? ""}: ${name} is ${expected}, not ${verdict}`,
        );
    }
  }

console.log("| check | pictures | right | ok although not | a fault although ok, or another | not judged |");
console.log("| --- | --- | --- | --- | --- | --- |");
for (const name of checkNames) {
  const { right, wrongOk, wrongFault, notJudged } = counts[name];
  const all = right + wrongOk + wrongFault + notJudged;
  console.log(`| ${name} | ${all} | ${right} | ${wrongOk} | ${wrongFault} | ${notJudged} |`);
}
console.log(
  `CPU, median: ${Math.round(times.sort((one, other) => one - other)[times.length >> 1]!)} ms a picture`,
);
await measureCrops();

/** Draws people with space around them and measures the crops that are proposed for them. */
async function measureCrops(): Promise<void> {
  const crops = { pictures: 0, proposed: 0, headInRange: 0, positionInRange: 0 };
  for (let index = 0; index < 2 * Number(values.each); index++) {
    const random = new Random(firstSeed + 500_000 + index);
    const [width, height] = random.chance(0.5) ? [1200, 1600] : [1600, 1200];
    const head = height * random.between(0.2, 0.5);
    const portrait = {
      ...{ width, height, head, turn: random.between(-5, 5) },
      centre: width * random.between(0.4, 0.6),
      crown: random.between(0.15, 0.25) * height,
    };
    const made = await makePortrait(seed + index, {
      portrait,
      conditions: { blur: 0.01, background: random.pick(["light", "light", "dark", "room"]) },
    });
    crops.pictures += 1;
    const proposal = proposeCrop(await toColourPicture(made.jpeg, maxSearchSide), model, defaultPhotoRules);
    if (!proposal) continue;
    crops.proposed += 1;
    const { part } = proposal;
    const share = head / (part.height * height);
    const { min, max } = defaultPhotoRules.headHeight;
    if (share >= min && share <= max) crops.headInRange += 1;
    const [left, right] = made.truth.eyes;
    const offCentre = ((left.x + right.x) / 2 / width - part.x) / part.width - 0.5;
    const eyeLine = 1 - ((left.y + right.y) / 2 / height - part.y) / part.height;
    const { eyeLine: line, maxOffCentre } = defaultPhotoRules;
    if (Math.abs(offCentre) <= maxOffCentre && eyeLine >= line.min && eyeLine <= line.max)
      crops.positionInRange += 1;
  }
  console.log(
    `Proposed crops: ${crops.proposed} of ${crops.pictures}; head size right in ${crops.headInRange}, position right in ${crops.positionInRange}`,
  );
}
