/** Says whether a PDF is whole, open and harmless. It is kept as it came: there is nothing to re-encode. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { fileFaults, maxPdfPages, type FileFault } from "../file.rules";
import { pdfWorkerSource } from "./pdfWorkerSource";
import { scanPdf, type PdfFinding } from "./scanPdf";

const millisecondsToOpen = 15_000;
const megabytesToOpen = 256;

export type PdfInspection = { fault: FileFault; pages?: undefined } | { pages: number; fault?: undefined };

const faultOfFinding: Record<PdfFinding, () => FileFault> = {
  encrypted: fileFaults.passwordProtected,
  active: fileFaults.activeContent,
  uncheckable: fileFaults.uncheckable,
};

/** Never rejects on a bad file; it rejects where pdf.js itself cannot be loaded. */
export async function inspectPdf(bytes: Buffer): Promise<PdfInspection> {
  const finding = scanPdf(bytes);
  if (finding) return { fault: faultOfFinding[finding]() };
  // pdf.js mends a file that breaks off; the traveller should send the whole one.
  const tail = bytes.subarray(-1024).toString("latin1");
  if (!tail.includes("%%EOF")) return { fault: fileFaults.corrupt() };

  const report = await openInThread(bytes);
  if (report.broken !== undefined) throw new Error(`pdf.js could not be loaded: ${report.broken}`);
  if (report.encrypted) return { fault: fileFaults.passwordProtected() };
  if (report.active) return { fault: fileFaults.activeContent() };
  if (report.tooComplex) return { fault: fileFaults.uncheckable() };
  if (!report.pages) return { fault: fileFaults.corrupt() };
  return report.pages > maxPdfPages ? { fault: fileFaults.tooManyPages() } : { pages: report.pages };
}

interface Report {
  pages?: number;
  encrypted?: true;
  active?: true;
  corrupt?: true;
  tooComplex?: true;
  broken?: string;
}

function openInThread(bytes: Buffer): Promise<Report> {
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
  return new Promise<Report>((resolve) => {
    const timer = setTimeout(() => resolve({ tooComplex: true }), millisecondsToOpen);
    worker.once("message", resolve);
    worker.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? { tooComplex: true } : { corrupt: true }),
    );
    worker.once("exit", () => {
      clearTimeout(timer);
      resolve({ corrupt: true });
    });
  }).finally(() => worker.terminate());
}
