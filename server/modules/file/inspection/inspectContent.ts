/** The part of the inspection that decodes: it runs in a process that can be ended (InspectionProcesses.ts). */
import type { FileContentType, FilePurpose, FileViolation } from "../file.rules";
import { inspectImage } from "./inspectImage";
import { inspectPdf } from "./inspectPdf";
import { isPlainPicture } from "./plainPicture";

/** What the content is, as it has been sniffed, and what it is for. */
export interface Content {
  purpose: FilePurpose;
  contentType: FileContentType;
  bytes: Buffer;
}

/** What may be kept: a picture as it was written anew, a PDF as it came. */
export interface CleanContent {
  bytes: Buffer;
  /** Pixels; null for a PDF. */
  width: number | null;
  height: number | null;
  /** Null for an image. */
  pages: number | null;
  /** What a visa says, as far as a PDF has text; empty if it has none. */
  text?: string;
}

export type InspectedContent =
  | { violation: FileViolation; content?: undefined }
  | { content: CleanContent; violation?: undefined };

/** Bad input is a result; it rejects only where the inspection itself cannot run. */
export async function inspectContent({ purpose, contentType, bytes }: Content): Promise<InspectedContent> {
  if (contentType === "application/pdf") {
    const { violation, pages, text } = await inspectPdf(bytes, { readsText: purpose === "VISA" });
    return violation ? { violation } : { content: { bytes, width: null, height: null, pages, text } };
  }
  const { violation, image } = await inspectImage(bytes, contentType === "image/jpeg" ? "jpeg" : "png");
  if (violation) return { violation };
  // The traveller shows the visa at a border: it stays as the authority made it.
  const keeps = purpose === "VISA" && isPlainPicture(bytes, contentType);
  return { content: { ...image, ...(keeps && { bytes }), pages: null } };
}
