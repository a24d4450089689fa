/**
 * Decodes a JPEG or PNG and writes it anew, so that only its pixels survive: no EXIF, GPS, XMP or payload. The picture of
 * a plain JPEG, as browsers write them, stays as it was encoded, and all that stands beside it goes (jpegPicture.ts).
 */
import sharp, { type Metadata, type Sharp } from "sharp";
import { fileViolations, maxPixels, minSidePixels, quickPixels, type FileViolation } from "../file.rules";
import { extractPicture } from "./jpegPicture";
import { isSrgb } from "./srgbProfile";

// These are settings of the whole process, which decodes one file at a time.
sharp.concurrency(1);
sharp.cache(false);
// libvips would decode SVG, TIFF, HEIF and more; what is blocked here cannot be reached by a forged header.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng"] });

export interface CleanImage {
  bytes: Buffer;
  /** Pixels, as the picture stands upright. */
  width: number;
  height: number;
}

export type ImageInspection =
  | { violation: FileViolation; image?: undefined }
  | { image: CleanImage; violation?: undefined };

/** `format` is what the content has been sniffed to be, and it is kept. Never rejects on a bad picture. */
export async function inspectImage(bytes: Buffer, format: "jpeg" | "png"): Promise<ImageInspection> {
  let metadata: Metadata;
  try {
    // Only the header is read here, so its pixels may be counted without a limit.
    metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    return { violation: fileViolations.corrupt() };
  }
  if (metadata.format !== format) return { violation: fileViolations.corrupt() };
  if (metadata.width * metadata.height > maxPixels) return { violation: fileViolations.tooManyPixels() };
  if (Math.min(metadata.width, metadata.height) < minSidePixels)
    return { violation: fileViolations.tooFewPixels() };

  const kept = format === "jpeg" ? keepEncoded(bytes, metadata) : undefined;
  const picture = sharp(bytes, { ...strict, autoOrient: true }).toColourspace("srgb");
  try {
    if (kept) return { image: await asItIs(kept, metadata) };
    if (format === "jpeg") return { image: await asJpeg(picture, metadata, bytes.length) };
    const { data, info } = await picture
      .png({ adaptiveFiltering: true })
      .toBuffer({ resolveWithObject: true });
    return { image: { bytes: data, width: info.width, height: info.height } };
  } catch {
    return { violation: fileViolations.corrupt() };
  }
}

// "error" covers truncated data; "warning" would refuse stray bytes that many cameras write.
const strict = { limitInputPixels: maxPixels, failOn: "error" } as const;

/** Undefined where the picture has to be written anew, to stand upright or in sRGB or because it is no plain one. */
function keepEncoded(bytes: Buffer, { orientation, icc }: Metadata): Buffer | undefined {
  const isUpright = orientation === undefined || orientation === 1;
  return isUpright && (!icc || isSrgb(icc)) ? extractPicture(bytes) : undefined;
}

/** Decoded in an eighth of its size, which reads all of it: what others will be shown has to open. */
async function asItIs(jpeg: Buffer, { width, height, density }: Metadata): Promise<CleanImage> {
  await sharp(jpeg, strict)
    .resize(Math.ceil(width / 8))
    .raw()
    .toBuffer();
  return { bytes: withResolution(jpeg, density), width, height };
}

/**
 * From the best on. What a browser has fitted to `fileGuidance` (100 KB, 250 KB) must not outgrow it here;
 * a large picture was not fitted, and would cost too much to write five times.
 */
const jpegQualities = [90, 80, 70, 60, 50];

async function asJpeg(picture: Sharp, metadata: Metadata, sentBytes: number): Promise<CleanImage> {
  const { chromaSubsampling, width, height, density } = metadata;
  // Colour that the camera has already halved gains nothing by being kept in full.
  const keepsColour = chromaSubsampling === undefined || chromaSubsampling.startsWith("4:4:4");
  const qualities = width * height <= quickPixels ? jpegQualities : jpegQualities.slice(0, 1);
  const write = async (quality: number): Promise<CleanImage> => {
    const { data, info } = await picture
      .clone()
      .jpeg({ quality, chromaSubsampling: keepsColour ? "4:4:4" : "4:2:0" })
      .toBuffer({ resolveWithObject: true });
    return { bytes: withResolution(data, density), width: info.width, height: info.height };
  };
  let image = await write(qualities[0]!);
  for (const quality of qualities.slice(1)) if (image.bytes.length > sentBytes) image = await write(quality);
  return image;
}

/**
 * Puts a JFIF header with the resolution in front, because authorities ask for 200 dpi and sharp can only
 * write it into EXIF, which no served picture carries. `density` in dpi.
 */
function withResolution(jpeg: Buffer, density: number | undefined): Buffer {
  // 72 is what is taken where nothing is said.
  if (density === undefined || density <= 72 || density > 2400) return jpeg;
  const header = Buffer.from([
    ...[0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00, 0x01, 0x01, 0x01],
    ...[0, 0, 0, 0, 0x00, 0x00],
  ]);
  header.writeUInt16BE(Math.round(density), 12);
  header.writeUInt16BE(Math.round(density), 14);
  return Buffer.concat([jpeg.subarray(0, 2), header, jpeg.subarray(2)]);
}
