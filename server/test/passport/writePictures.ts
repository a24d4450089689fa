/** Writes the pictures of readPassport.rules.test.ts: `npx tsx server/test/passport/writePictures.ts`. */
import { mkdirSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { knownFaults, type Fault, type Quality } from "./drawing/conditions";
import { makePassport } from "./drawing/makePassport";
import { picturesFolder, type FixedPicture } from "./fixedPictures";

const firstSeed = 3_000_000;
const perQuality = 20;
/**
 * Size of the pictures: small enough for the repository, and about as sharp as a picture that was fitted on a phone.
 */
const longSide = 1100;

async function writePictures(quality: Quality): Promise<void> {
  const folder = `${picturesFolder}/${quality}`;
  mkdirSync(folder, { recursive: true });
  const truth: FixedPicture[] = [];
  for (let index = 0; index < perQuality; index++) {
    const faults: Fault[] | undefined =
      quality === "bad" && index < 16 ? [knownFaults[index % 8]!] : undefined;
    const seed = firstSeed + (quality === "bad" ? 1000 : 0) + index;
    const { jpeg, lines } = await makePassport(seed, { quality, faults, conditions: { megapixels: 2 } });
    // The last of the fair pictures are rotated onto their side or upside down.
    const turn = quality === "fair" && index >= 14 ? [90, 180, 270][index % 3]! : 0;
    const file = `${String(index).padStart(2, "0")}.jpg`;
    await writeSmall(jpeg, `${folder}/${file}`, turn);
    truth.push({ file, lines, faults: faults ?? [], turn });
  }
  writeFileSync(`${folder}/truth.json`, `${JSON.stringify(truth, null, 2)}\n`);
}

const writeSmall = (jpeg: Buffer, path: string, turn = 0) =>
  sharp(jpeg)
    .resize(longSide, longSide, { fit: "inside" })
    .rotate(turn)
    .greyscale()
    .jpeg({ quality: 55, mozjpeg: true })
    .toFile(path);

async function writeBackPage(): Promise<void> {
  const conditions = { megapixels: 1, hasOpposite: false };
  const { jpeg } = await makePassport(1, { quality: "fair", isBackPage: true, conditions });
  await writeSmall(jpeg, `${picturesFolder}/backPage.jpg`);
}

await writePictures("fair");
await writePictures("bad");
await writeBackPage();
