/**
 * Prints how many values of generated passports are read:
 * `npm run passports:measure -- --set final --fair 100 --bad 200 --each 16`.
 * `--set final` uses seeds and faults that neither training nor development has used. `--skip 10000` begins after the
 * first 10,000 seeds of each group, for pictures that no earlier run has drawn. Run it with `nice -n 19`.
 */
import { parseArgs } from "node:util";
import { passportFieldNames } from "../../modules/file/passport/decideFields.rules";
import { readPassport } from "../../modules/file/passport/readPassport.rules";
import { compareReading, madeToday } from "./compareReading";
import { knownFaults, unseenFaults, type Fault, type Quality } from "./drawing/conditions";
import { makePassport } from "./drawing/makePassport";
import { readModel, toGreyPicture } from "./readJpeg";

const { values } = parseArgs({
  options: {
    set: { type: "string", default: "development" },
    fair: { type: "string", default: "50" },
    bad: { type: "string", default: "100" },
    each: { type: "string", default: "8" },
    skip: { type: "string", default: "0" },
    model: { type: "string" },
  },
});
const isFinal = values.set === "final";
/** The first seed of each set, far apart so that the sets never share a seed. */
const firstSeed = (isFinal ? 7_000_000 : 1_000_000) + Number(values.skip);
const model = readModel(values.model);

interface Group {
  name: string;
  quality: Quality;
  count: number;
  faults?: readonly Fault[];
}

const groups: Group[] = [
  { name: "fair", quality: "fair", count: Number(values.fair) },
  { name: "bad", quality: "bad", count: Number(values.bad) },
  ...[...knownFaults, ...(isFinal ? unseenFaults : [])].map((fault): Group => ({
    name: fault,
    quality: "bad",
    count: Number(values.each),
    faults: [fault],
  })),
];

async function measure({ name, quality, count, faults }: Group, seed: number) {
  const counts = { pictures: 0, read: 0, complete: 0, filled: 0, wrong: 0 };
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const made = await makePassport(seed + index, { quality, faults });
    const picture = await toGreyPicture(made.jpeg);
    const before = process.cpuUsage().user;
    const reading = readPassport(picture, model, madeToday);
    times.push((process.cpuUsage().user - before) / 1000);
    const outcomes = compareReading(reading, made.lines);
    const names = (outcome: string) => passportFieldNames.filter((field) => outcomes[field] === outcome);
    counts.pictures += 1;
    counts.read += reading.fields ? 1 : 0;
    counts.complete += names("right").length === passportFieldNames.length ? 1 : 0;
    counts.filled += passportFieldNames.length - names("empty").length;
    counts.wrong += names("wrong").length;
    if (counts.pictures % 50 === 0) console.error(`${name}: ${JSON.stringify(counts)}`);
    for (const field of names("wrong"))
      console.log(
        `  wrong: seed ${seed + index} ${made.conditions.faults.join("+")} ${field}`,
        made.lines,
        reading.fields?.[field],
      );
  }
  return { ...counts, milliseconds: times.sort((one, other) => one - other)[times.length >> 1] };
}

console.log("| set | pictures | zone read | complete and right | fields filled | wrong | CPU ms |");
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const [index, group] of groups.entries()) {
  if (group.count === 0) continue;
  const { pictures, read, complete, filled, wrong, milliseconds } = await measure(
    group,
    firstSeed + index * 50_000,
  );
  const share = ((100 * complete) / pictures).toFixed(1);
  console.log(
    `| ${group.name} | ${pictures} | ${read} | ${complete} (${share} %) | ${filled} | ${wrong} | ${Math.round(milliseconds ?? 0)} |`,
  );
}
