import type { PDFDocumentLoadingTask } from "pdfjs-dist";

/** Pixels of the longer side of a page as it is drawn: enough to read it four times as large. */
const longSide = 2400;

export type OpenPdf = Awaited<ReturnType<typeof openPdf>>;

/**
 * Fetches a PDF and opens it. The program that reads PDFs comes with the first one that is looked at; its worker
 * is a file of ours, as the CSP wants it.
 */
export async function openPdf(src: string, signal: AbortSignal) {
  const [pdfjs, bytes] = await Promise.all([loadPdfjs(), fetchBytes(src, signal)]);
  signal.throwIfAborted();
  const task: PDFDocumentLoadingTask = pdfjs.getDocument({
    data: bytes,
    // The CSP allows neither.
    isEvalSupported: false,
    useWasm: false,
  });
  const document = await task.promise;
  return {
    pages: document.numPages,
    /** Draws a page, the first is 1. */
    draw: async (number: number, canvas: HTMLCanvasElement) => {
      const page = await document.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: longSide / Math.max(width, height) });
      canvas.width = Math.round(viewport.width);
      canvas.height = Math.round(viewport.height);
      const drawing = page.render({ canvas, viewport });
      return { done: drawing.promise, cancel: () => drawing.cancel() };
    },
    close: () => void task.destroy(),
  };
}

async function loadPdfjs() {
  const pdfjs = await import("pdfjs-dist/legacy/build/pdf.mjs");
  pdfjs.GlobalWorkerOptions.workerSrc = new URL(
    "pdfjs-dist/legacy/build/pdf.worker.min.mjs",
    import.meta.url,
  ).href;
  return pdfjs;
}

async function fetchBytes(src: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(src, { signal, referrerPolicy: "no-referrer" });
  if (!response.ok) throw new Error(`The PDF could not be fetched: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
