/** Says whether a PDF is whole, open and harmless. It is kept as it came: there is nothing to re-encode. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { fileViolations, maxPdfPages, type FileViolation } from "../file.rules";
import { pdfWorkerSource } from "./pdfWorkerSource";
import { scanPdf, type PdfFinding } from "./scanPdf";
import { watchComputing } from "./watchComputing";

/** Of computing; an honest file takes half a second of it, most of that to load pdf.js. */
const secondsToOpen = 5;
const megabytesToOpen = 256;

export type PdfInspection =
  | { violation: FileViolation; pages?: undefined }
  | { pages: number; violation?: undefined };

const violationOfFinding: Record<PdfFinding, () => FileViolation> = {
  encrypted: fileViolations.passwordProtected,
  active: fileViolations.activeContent,
  uncheckable: fileViolations.uncheckable,
};

/** Never rejects on a bad file; it rejects where pdf.js itself cannot be loaded. */
export async function inspectPdf(bytes: Buffer): Promise<PdfInspection> {
  const finding = scanPdf(bytes);
  if (finding) return { violation: violationOfFinding[finding]() };
  // pdf.js mends a file that breaks off; the traveller should send the whole one.
  const tail = bytes.subarray(-1024).toString("latin1");
  if (!tail.includes("%%EOF")) return { violation: fileViolations.corrupt() };

  const report = await openInThread(bytes);
  if (report.broken !== undefined) throw new Error(`pdf.js could not be loaded: ${report.broken}`);
  if (report.encrypted) return { violation: fileViolations.passwordProtected() };
  if (report.active) return { violation: fileViolations.activeContent() };
  if (report.tooComplex) return { violation: fileViolations.uncheckable() };
  if (!report.pages) return { violation: fileViolations.corrupt() };
  return report.pages > maxPdfPages ? { violation: fileViolations.tooManyPages() } : { pages: report.pages };
}

interface Report {
  pages?: number;
  encrypted?: true;
  active?: true;
  corrupt?: true;
  tooComplex?: true;
  broken?: string;
}

async function openInThread(bytes: Buffer): Promise<Report> {
  const require = createRequire(import.meta.url);
  const pdfjsUrl = pathToFileURL(require.resolve("pdfjs-dist/legacy/build/pdf.mjs")).href;
  const worker = new Worker(pdfWorkerSource, {
    eval: true,
    workerData: { bytes, pdfjsUrl, maxPages: maxPdfPages },
    // Neither the server's secrets nor its loaders belong in there.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytesToOpen },
  });
  let stopWatching = () => {};
  try {
    return await new Promise<Report>((resolve) => {
      const giveUp = () => resolve({ tooComplex: true });
      stopWatching = watchComputing(secondsToOpen, giveUp);
      worker.once("message", resolve);
      worker.once("error", (error: NodeJS.ErrnoException) =>
        resolve(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? { tooComplex: true } : { corrupt: true }),
      );
      worker.once("exit", () => resolve({ corrupt: true }));
    });
  } finally {
    stopWatching();
    await worker.terminate();
  }
}
