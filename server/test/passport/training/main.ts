/**
 * Trains both networks and writes the model: `npm run passports:train -- --minutes 60 --out new.bin`. Continues with
 * the current model unless `--anew` is given. Before replacing that model, measure the new one with
 * `npm run passports:measure -- --model new.bin`. Increase the version in `passportModel.rules.ts` if a shape changed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Network } from "../../../modules/file/passport/network.rules";
import { loadModel, networkShapes } from "../../../modules/file/passport/passportModel.rules";
import { writeModel } from "./writeModel";
import { Random } from "../drawing/Random";
import { modelPath } from "../readJpeg";
import { drawInks, drawStrip, type LabelledStrip } from "./drawStrip";
import { trainNetwork } from "./trainNetwork";

const { values } = parseArgs({
  options: {
    /** Minutes for each network. */
    minutes: { type: "string", default: "60" },
    strips: { type: "string", default: "12000" },
    seed: { type: "string", default: "1" },
    out: { type: "string" },
    anew: { type: "boolean", default: false },
  },
});
if (!values.out) throw new Error("Name the file to write: --out new.bin");

const random = new Random(Number(values.seed));
const inks = await drawInks();
const strips: LabelledStrip[] = [];
for (let left = Number(values.strips); left > 0; left--) strips.push(await drawStrip(random, inks));
console.log(`${strips.length} strips drawn`);

const present = values.anew ? undefined : loadModel(new Uint8Array(readFileSync(modelPath)).buffer);
const weightsOf = ({ layers }: Network) =>
  Float32Array.from(layers.flatMap(({ weights, biases }) => [...weights, ...biases]));
const train = (name: keyof typeof networkShapes) =>
  trainNetwork({
    shape: networkShapes[name],
    strips,
    seconds: Number(values.minutes) * 60,
    random,
    from: present && weightsOf(present[name]),
    report: (line) => console.log(`${name}: ${line}`),
  });
writeFileSync(values.out, writeModel(train("grey"), train("blackAndWhite")));
