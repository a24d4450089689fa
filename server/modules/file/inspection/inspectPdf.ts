/** Checks that a PDF is complete, unencrypted and harmless. It is stored unchanged. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { fileViolations, maxPdfPages, pdfTextLimits, type Checked, type FileViolation } from "../file.rules";
import { pdfWorkerSource } from "./pdfWorkerSource";
import { scanPdf, type PdfFinding } from "./scanPdf";
import { watchComputing } from "./watchComputing";

/** Maximum CPU seconds to open a file. Loading pdf.js takes 0.2 s, and opening a legitimate file takes less. */
const secondsToOpen = 5;
const megabytesToOpen = 256;

type Finding = PdfFinding | "corrupt";

const violationOfFinding: Record<Finding, () => FileViolation> = {
  encrypted: fileViolations.passwordProtected,
  active: fileViolations.activeContent,
  uncheckable: fileViolations.uncheckable,
  corrupt: fileViolations.corrupt,
};

/**
 * Rejects only if pdf.js itself cannot be loaded, never because of a bad file. Returns `text`, up to
 * `pdfTextLimits`, if `readsText` is set.
 */
export async function inspectPdf(
  bytes: Buffer,
  { readsText = false }: { readsText?: boolean } = {},
): Promise<Checked<{ pages: number; text?: string }>> {
  const finding = scanPdf(bytes);
  if (finding) return { violation: violationOfFinding[finding]() };
  // pdf.js repairs truncated files, but the traveller should upload the complete one.
  const tail = bytes.subarray(-1024).toString("latin1");
  if (!tail.includes("%%EOF")) return { violation: fileViolations.corrupt() };

  const report = await openInThread(bytes, readsText ? { textLimits: pdfTextLimits } : {});
  if (report.broken !== undefined) throw new Error(`pdf.js could not be loaded: ${report.broken}`);
  if (report.finding) return { violation: violationOfFinding[report.finding]() };
  if (!report.pages) return { violation: fileViolations.corrupt() };
  if (report.pages > maxPdfPages) return { violation: fileViolations.tooManyPages() };
  return { pages: report.pages, ...(readsText && { text: report.text ?? "" }) };
}

/** `data` has three bytes per pixel: red, green and blue. */
interface ScannedPage {
  data: Uint8Array;
  width: number;
  height: number;
}

/** In pixels. An A4 page at 400 dpi has 15 million pixels. */
const scanLimits = { maxPixels: 16_000_000, minSide: 400 };

/**
 * Returns the only large picture of the first page, or undefined if there is not exactly one or the PDF cannot be
 * opened.
 */
export async function openScan(bytes: Buffer): Promise<ScannedPage | undefined> {
  return (await openInThread(bytes, { scanLimits })).scan;
}

interface Report {
  pages?: number;
  text?: string;
  /** True if a second report with the text follows. */
  isTextToCome?: true;
  finding?: Finding;
  broken?: string;
  scan?: ScannedPage;
}

interface Wishes {
  textLimits?: typeof pdfTextLimits;
  scanLimits?: typeof scanLimits;
}

/**
 * A thread that has loaded pdf.js, which takes ten times as long as opening a typical file. Undefined while the thread
 * opens a file.
 */
let spareThread: Worker | undefined;

/**
 * A reused thread may have been damaged by an earlier file, so if it rejects a file or ends, a new thread opens the file
 * again, except for a scan, which was inspected before: if it is not opened, the traveller types the lines.
 */
async function openInThread(bytes: Buffer, wishes: Wishes): Promise<Report> {
  const isNew = !spareThread;
  const thread = spareThread ?? startThread();
  spareThread = undefined;
  const { report, isFit, hasEnded } = await openIn(thread, bytes, wishes);
  if (isFit && !spareThread) keep(thread);
  else await thread.terminate();
  const hasFailed = hasEnded || report.finding !== undefined || report.broken !== undefined;
  return hasFailed && !isNew && !wishes.scanLimits ? openInThread(bytes, wishes) : report;
}

function startThread(): Worker {
  const require = createRequire(import.meta.url);
  const pdfjsUrl = pathToFileURL(require.resolve("pdfjs-dist/legacy/build/pdf.mjs")).href;
  return new Worker(pdfWorkerSource, {
    eval: true,
    workerData: { pdfjsUrl, maxPages: maxPdfPages },
    // Keeps the server's secrets and loaders out of the thread.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytesToOpen },
  });
}

/** Keeps a thread for the next file. It does not keep the process alive. */
function keep(thread: Worker): void {
  thread.unref();
  thread.once("error", () => (spareThread = undefined));
  spareThread = thread;
}

/** Returns the report, and whether the thread may open another file or has ended. */
async function openIn(
  thread: Worker,
  bytes: Buffer,
  wishes: Wishes,
): Promise<{ report: Report; isFit: boolean; hasEnded?: true }> {
  thread.ref();
  thread.removeAllListeners();
  let stopWatching = () => {};
  try {
    return await new Promise((resolve) => {
      let withoutText: Report | undefined;
      const fail = (finding: Finding) => ({ report: withoutText ?? { finding }, isFit: false });
      const end = (finding: Finding) => resolve({ ...fail(finding), hasEnded: true });
      stopWatching = watchComputing(secondsToOpen, () => resolve(fail("uncheckable")));
      thread.on("message", (report: Report) => {
        if (report.isTextToCome) withoutText = report;
        else resolve({ report, isFit: !report.finding && report.broken === undefined });
      });
      thread.once("error", (error: NodeJS.ErrnoException) =>
        end(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "uncheckable" : "corrupt"),
      );
      thread.once("exit", () => end("corrupt"));
      thread.postMessage({ bytes, ...wishes });
    });
  } finally {
    stopWatching();
    thread.removeAllListeners();
  }
}
