/** Pictures for tests, as real ones come: from a phone, with all that a phone writes beside the pixels. */
import sharp from "sharp";

/** A string that only the EXIF block holds, to look for in what is served. */
export const phoneMake = "Visaport Testphone";
/** Where its picture says that it was taken, as the bytes of EXIF: 28° 36′ 50″ north, each a fraction of two numbers. */
export const phoneLatitude = Buffer.from(new Uint32Array([28, 1, 36, 1, 50, 1]).buffer);

export interface PhoneJpegOptions {
  /** Pixels, as the picture stands upright. */
  width?: number;
  height?: number;
  /** The size comes out at most this, and close to it. */
  targetBytes?: number;
}

/**
 * A noisy JPEG with a red band along its top, stored lying on its side with orientation 6, with EXIF, GPS and
 * 300 dpi: what an upright phone writes.
 */
export async function makePhoneJpeg({
  width = 900,
  height = 1200,
  targetBytes,
}: PhoneJpegOptions = {}): Promise<Buffer> {
  const pixels = await drawPhone(width, height);
  if (targetBytes === undefined) return encodePhone(pixels, 85);

  let best: Buffer | undefined;
  for (let low = 1, high = 100; low <= high;) {
    const quality = (low + high) >> 1;
    const encoded = await encodePhone(pixels, quality);
    if (encoded.length <= targetBytes) {
      best = encoded;
      low = quality + 1;
    } else high = quality - 1;
  }
  if (!best || best.length < targetBytes * 0.8) {
    throw new Error(`A picture of ${width} x ${height} pixels does not come near ${targetBytes} bytes`);
  }
  return best;
}

/** Pixels as they lie in memory, so that nothing is encoded on the way: pictures are made by the hundred. */
interface Drawn {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

async function drawPhone(width: number, height: number): Promise<Drawn> {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const upright = await sharp({ create: { width, height, channels: 3, background: "#808080", noise } })
    .composite([
      {
        input: { create: { width, height: Math.ceil(height / 4), channels: 3, background: "#ff0000" } },
        gravity: "north",
      },
    ])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(upright.data, { raw: upright.info }).rotate(270).raw().toBuffer({ resolveWithObject: true });
}

function encodePhone({ data, info }: Drawn, quality: number): Promise<Buffer> {
  return sharp(data, { raw: info })
    .withMetadata({ orientation: 6, density: 300 })
    .withExifMerge({
      IFD0: { Make: phoneMake, Model: "T-1" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "28/1 36/1 50/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "77/1 12/1 32/1",
      },
    })
    .jpeg({ quality, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

export interface PngOptions {
  width?: number;
  height?: number;
  /** A colour as CSS writes it. */
  background?: string;
}

/** A PNG of one colour, so that a lossless round trip can be told. */
export function makePng({
  width = 600,
  height = 800,
  background = "#3366cc",
}: PngOptions = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}
