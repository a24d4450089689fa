/** Realistic images for tests, with all the metadata that a phone writes. */
import sharp from "sharp";

/** Only the EXIF block contains this string, so that tests can search for it in served images. */
export const phoneMake = "Visaport Testphone";
/** The GPS latitude 28° 36′ 50″ as EXIF bytes: each of the three numbers is a fraction. */
export const phoneLatitude = Buffer.from(new Uint32Array([28, 1, 36, 1, 50, 1]).buffer);

export interface PhoneJpegOptions {
  /** Pixels, after rotation to upright. */
  width?: number;
  height?: number;
  /** The file has at most this many bytes, and nearly as many. */
  targetBytes?: number;
}

/**
 * Returns a noisy JPEG with a red band along its top, stored rotated (orientation 6), with EXIF, GPS and 300 dpi, like
 * a photo from a phone held upright.
 */
export async function makePhoneJpeg({
  width = 900,
  height = 1200,
  targetBytes,
}: PhoneJpegOptions = {}): Promise<Buffer> {
  const pixels = await drawPhone(width, height);
  if (targetBytes === undefined) return encodePhone(pixels, 85);

  let best: Buffer | undefined;
  // Accepts 90 % of the target, because each attempt on a large photo takes 0.3 s of CPU time.
  for (let low = 1, high = 100; low <= high && (best?.length ?? 0) < targetBytes * 0.9;) {
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

/** Raw pixels, because tests make hundreds of images and encoding them would be slow. */
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
  /** A CSS colour. */
  background?: string;
}

/** Returns a PNG of one colour, so that tests can verify a lossless round trip. */
export function makePng({
  width = 600,
  height = 800,
  background = "#3366cc",
}: PngOptions = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}
