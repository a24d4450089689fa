/**
 * The files of an application as a phone's browser resizes them (client/file/images/fitGuide.ts): 2.3 MB
 * together.
 */
import sharp from "sharp";

export interface Paper {
  /** The path of the file in the input. */
  place: string;
  bytes: Buffer;
}

/** Size in pixels and bytes of each file: a 35 × 45 mm photo, the pages of a passport, two A4 documents. */
const papers = [
  { place: "profileFile", width: 630, height: 810, bytes: 95_000 },
  { place: "passportFrontFile", width: 1476, height: 1040, bytes: 240_000 },
  { place: "passportBackFile", width: 1476, height: 1040, bytes: 240_000 },
  { place: "documentFiles.0", width: 1556, height: 2200, bytes: 860_000 },
  { place: "documentFiles.1", width: 1556, height: 2200, bytes: 860_000 },
];

export async function makePapers(): Promise<Paper[]> {
  return Promise.all(papers.map(async (paper) => ({ place: paper.place, bytes: await makeFitted(paper) })));
}

/** Encodes a picture to just below `bytes` as a canvas does: a baseline JPEG with 4:2:0 chroma and an sRGB profile. */
async function makeFitted({
  width,
  height,
  bytes,
}: {
  width: number;
  height: number;
  bytes: number;
}): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
  const { data, info } = await sharp({ create: { width, height, channels: 3, background: "#808080", noise } })
    .blur(0.6)
    .raw()
    .toBuffer({ resolveWithObject: true });
  let best: Buffer | undefined;
  for (let low = 5, high = 95; low <= high;) {
    const quality = (low + high) >> 1;
    const encoded = await sharp(data, { raw: info }).jpeg({ quality }).withIccProfile("srgb").toBuffer();
    if (encoded.length <= bytes) {
      best = encoded;
      low = quality + 1;
    } else high = quality - 1;
  }
  if (!best) throw new Error(`${width} x ${height} pixels do not fit into ${bytes} bytes`);
  return best;
}

/** Returns the CPU seconds that sharp needs to decode and re-encode these files once, on one core. */
export async function measureSharpAlone(files: readonly Paper[]): Promise<number> {
  sharp.concurrency(1);
  sharp.cache(false);
  const rounds = 5;
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++)
    for (const { bytes } of files) await sharp(bytes).jpeg().toBuffer();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / rounds;
}
