import { sizeOfPart, turnBack, turnedSize, type Part, type Size, type Turn } from "./geometry";

/** A decoded picture, rotated upright according to its EXIF data. */
export interface Picture extends Size {
  source: ImageBitmap | HTMLImageElement;
  release: () => void;
}

/** Decodes a picture and applies its EXIF orientation. Returns undefined if this browser cannot decode it. */
export async function decodePicture(file: Blob): Promise<Picture | undefined> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const { width, height } = bitmap;
    return { source: bitmap, width, height, release: () => bitmap.close() };
  } catch {
    // Image elements, which workers lack, support more formats than bitmaps, such as HEIC in Safari.
    return typeof Image === "undefined" ? undefined : decodeByElement(file);
  }
}

export async function decodeByElement(file: Blob): Promise<Picture | undefined> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  const release = () => URL.revokeObjectURL(url);
  try {
    await image.decode();
    return { source: image, width: image.naturalWidth, height: image.naturalHeight, release };
  } catch {
    release();
    return undefined;
  }
}

type Canvas = OffscreenCanvas | HTMLCanvasElement;

/** Draws a part of the rotated picture at `size`, on white, because JPEG has no transparency. */
export function drawPart(picture: Picture, turn: Turn, part: Part, size: Size): Canvas {
  const canvas = makeCanvas(size);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw on a canvas");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, size.width, size.height);
  context.imageSmoothingQuality = "high";
  context.translate(size.width / 2, size.height / 2);
  context.rotate((turn * Math.PI) / 180);
  const from = turnBack(part, turn);
  const fromSize = sizeOfPart(picture, from);
  const to = turnedSize(size, turn);
  context.drawImage(
    picture.source,
    from.x * picture.width,
    from.y * picture.height,
    fromSize.width,
    fromSize.height,
    -to.width / 2,
    -to.height / 2,
    to.width,
    to.height,
  );
  return canvas;
}

function makeCanvas({ width, height }: Size): Canvas {
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}

/** `quality` is from 0 to 1. */
export async function encodeJpeg(canvas: Canvas, quality: number): Promise<Blob> {
  if (!("toBlob" in canvas)) return canvas.convertToBlob({ type: "image/jpeg", quality });
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("This browser could not write a JPEG"))),
      "image/jpeg",
      quality,
    );
  });
}
