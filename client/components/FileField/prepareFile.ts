import {
  acceptedContentTypes,
  contentTypeOfExtension,
  extensionOf,
  fileFaults,
  findFaultByName,
  maxPixels,
  minSidePixels,
  type FileContentType,
  type FileFault,
  type FilePurpose,
} from "../../../server/modules/file/file.rules";
import { readImageSize } from "./readImageSize";
import { sniffLength, sniffType } from "./sniffType";

/** A file that passed the checks on this device and is ready to be sent. */
export interface PreparedFile {
  file: File;
  contentType: FileContentType;
  /** Pixels; undefined for a PDF. */
  width?: number;
  height?: number;
}

export type Prepared = { ready: PreparedFile; fault?: undefined } | { fault: FileFault; ready?: undefined };

/**
 * Checks a chosen file as the server will: name and size, then the first bytes, then whether it can be decoded.
 * The place where a picture will be fitted to the guidance.
 */
export async function prepareFile(purpose: FilePurpose, file: File, maxFileBytes: number): Promise<Prepared> {
  const faultByName = findFaultByName(purpose, file.name, file.size);
  if (faultByName) return { fault: faultByName };
  if (file.size > maxFileBytes) return { fault: fileFaults.tooLarge() };

  const bytes = await readStart(file);
  if (!bytes) return { fault: fileFaults.corrupt() };
  const sniffed = sniffType(bytes);
  if (sniffed === "heic") return { fault: fileFaults.heic(purpose) };
  if (sniffed === "svg") return { fault: fileFaults.svg(purpose) };
  if (!sniffed || !acceptedContentTypes(purpose).includes(sniffed))
    return { fault: fileFaults.type(purpose) };
  const extension = extensionOf(file.name);
  if (contentTypeOfExtension(extension) !== sniffed)
    return { fault: fileFaults.otherThanItsName(sniffed, extension) };
  if (sniffed === "application/pdf") return { ready: { file, contentType: sniffed } };

  const size = await readImageSize(file);
  if (!size) return { fault: fileFaults.corrupt() };
  if (size.width * size.height > maxPixels) return { fault: fileFaults.tooManyPixels() };
  if (Math.min(size.width, size.height) < minSidePixels) return { fault: fileFaults.tooFewPixels() };
  return { ready: { file, contentType: sniffed, ...size } };
}

/** A file that was moved or taken away since it was chosen cannot be read. */
async function readStart(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, sniffLength).arrayBuffer());
  } catch {
    return undefined;
  }
}
