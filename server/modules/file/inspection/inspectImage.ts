/**
 * Decodes a JPEG or PNG and re-encodes it, so that only pixels survive: no EXIF, GPS, XMP or payload. A plain
 * JPEG, as browsers write it, keeps its encoded data and loses everything else (jpegPicture.ts).
 */
import sharp, { type Metadata, type Sharp } from "sharp";
import { fileViolations, maxPixels, minSidePixels, maxQuickPixels, type Checked } from "../file.rules";
import { extractPicture } from "./jpegPicture";
import { isSrgb } from "./srgbProfile";

// These settings apply to the whole process, which decodes one file at a time.
sharp.concurrency(1);
sharp.cache(false);
// libvips can also decode SVG, TIFF, HEIF and more. A forged header cannot reach blocked loaders.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng"] });

/** `format` is the sniffed type. Never rejects because of a bad image. */
export async function inspectImage(
  bytes: Buffer,
  format: "jpeg" | "png",
): Promise<Checked<{ image: Buffer }>> {
  let metadata: Metadata;
  try {
    // Reads only the header, so it needs no pixel limit.
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
    return { image: await picture.png({ adaptiveFiltering: true }).toBuffer() };
  } catch {
    return { violation: fileViolations.corrupt() };
  }
}

// "error" rejects truncated data; "warning" would also reject the stray bytes that many cameras write.
const strict = { limitInputPixels: maxPixels, failOn: "error" } as const;

/** Returns undefined if the image has to be re-encoded because it is rotated, not sRGB, or not a plain JPEG. */
function keepEncoded(bytes: Buffer, { orientation, icc }: Metadata): Buffer | undefined {
  const isUpright = orientation === undefined || orientation === 1;
  return isUpright && (!icc || isSrgb(icc)) ? extractPicture(bytes) : undefined;
}

/** Adds the resolution. Checks that the file opens: decoding at an eighth of the size still reads all data. */
async function asItIs(jpeg: Buffer, { width, density }: Metadata): Promise<Buffer> {
  await sharp(jpeg, strict)
    .resize(Math.ceil(width / 8))
    .raw()
    .toBuffer();
  return withResolution(jpeg, density);
}

/**
 * Tried in this order, so that an image that the browser resized does not grow. Large images get only the first
 * quality, because encoding them five times would cost too much.
 */
const jpegQualities = [90, 80, 70, 60, 50];

async function asJpeg(picture: Sharp, metadata: Metadata, sentBytes: number): Promise<Buffer> {
  const { chromaSubsampling, width, height, density } = metadata;
  // Encoding at 4:4:4 cannot restore chroma that was subsampled before.
  const keepsColour = chromaSubsampling === undefined || chromaSubsampling.startsWith("4:4:4");
  const qualities = width * height <= maxQuickPixels ? jpegQualities : jpegQualities.slice(0, 1);
  const write = async (quality: number) => {
    const options = { quality, chromaSubsampling: keepsColour ? "4:4:4" : "4:2:0" };
    return withResolution(await picture.clone().jpeg(options).toBuffer(), density);
  };
  let image = await write(qualities[0]!);
  for (const quality of qualities.slice(1)) if (image.length > sentBytes) image = await write(quality);
  return image;
}

/**
 * Adds a JFIF header with the resolution. Authorities ask for 200 dpi, and sharp writes the resolution only into
 * EXIF, which we strip. `density` is in dpi.
 */
function withResolution(jpeg: Buffer, density: number | undefined): Buffer {
  // Programs assume 72 dpi if a JPEG has no JFIF header.
  if (density === undefined || density <= 72 || density > 2400) return jpeg;
  const header = Buffer.from([
    ...[0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00, 0x01, 0x01, 0x01],
    ...[0, 0, 0, 0, 0x00, 0x00],
  ]);
  header.writeUInt16BE(Math.round(density), 12);
  header.writeUInt16BE(Math.round(density), 14);
  return Buffer.concat([jpeg.subarray(0, 2), header, jpeg.subarray(2)]);
}
