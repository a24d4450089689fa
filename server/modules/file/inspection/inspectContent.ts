/** The part of the inspection that decodes the file. Runs in a process that can be killed (InspectionProcesses.ts). */
import type { Checked, FileContentType, FilePurpose } from "../file.rules";
import type { ZoneLines } from "../passport/sureLines.rules";
import { inspectImage } from "./inspectImage";
import { inspectPdf } from "./inspectPdf";
import { isPlainPicture } from "./plainPicture";

export interface Content {
  purpose: FilePurpose;
  contentType: FileContentType;
  bytes: Buffer;
}

/**
 * Content that is safe to store. PDFs and plain pictures of a visa are unchanged; other images are reduced to their
 * pixels.
 */
export interface CleanContent {
  bytes: Buffer;
  /** Text of a visa PDF, for staff. Empty if the PDF contains no text. */
  text?: string;
  /** The MRZ of a passport's front page, if it was read reliably. */
  passportLines?: ZoneLines;
}

export type InspectedContent = Checked<{ content: CleanContent }>;

/** Returns bad input as a violation; rejects only if the inspection itself cannot run. */
export async function inspectContent({ purpose, contentType, bytes }: Content): Promise<InspectedContent> {
  if (contentType === "application/pdf") {
    const { violation, text } = await inspectPdf(bytes, { readsText: purpose === "VISA" });
    return violation ? { violation } : { content: { bytes, text } };
  }
  const { violation, image } = await inspectImage(bytes, contentType === "image/jpeg" ? "jpeg" : "png");
  if (violation) return { violation };
  // Travellers show the visa at the border, so it stays exactly as the authority issued it.
  const keeps = purpose === "VISA" && isPlainPicture(bytes, contentType);
  return { content: { bytes: keeps ? bytes : image } };
}
