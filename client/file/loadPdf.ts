import type { PDFDocumentLoadingTask } from "pdfjs-dist";
import { pdfTextLimits } from "../../server/modules/file/file.rules";

/** Length in pixels of a drawn page's longer side, enough to stay readable when enlarged four times. */
const longSide = 2400;

export type OpenPdf = Awaited<ReturnType<typeof openPdf>>;

/** Opens a PDF from a URL or file. The worker of pdf.js is on our origin, as the CSP requires. */
export async function openPdf(src: string | Blob, signal: AbortSignal) {
  const reading = typeof src === "string" ? fetchBytes(src, signal) : readBytes(src);
  const [, bytes] = await Promise.all([loadPdfjs(), reading]);
  signal.throwIfAborted();
  return readPdf(bytes);
}

async function readPdf(bytes: Uint8Array) {
  const pdfjs = await loadPdfjs();
  const task: PDFDocumentLoadingTask = pdfjs.getDocument({
    data: bytes,
    // The CSP allows neither `eval` nor WebAssembly.
    isEvalSupported: false,
    useWasm: false,
  });
  const document = await task.promise;
  return {
    pages: document.numPages,
    /** Draws a page. The first page has number 1. */
    draw: async (number: number, canvas: HTMLCanvasElement) => {
      const page = await document.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: longSide / Math.max(width, height) });
      canvas.width = Math.round(viewport.width);
      canvas.height = Math.round(viewport.height);
      const drawing = page.render({ canvas, viewport });
      return { done: drawing.promise, cancel: () => drawing.cancel() };
    },
    /** Returns the document's text, up to the server's limits. */
    readText: async () => {
      let text = "";
      const last = Math.min(document.numPages, pdfTextLimits.pages);
      for (let number = 1; number <= last && text.length < pdfTextLimits.length; number++) {
        const { items } = await (await document.getPage(number)).getTextContent();
        const pieces = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""));
        text += `${pieces.join("")}\n`;
      }
      return text.slice(0, pdfTextLimits.length);
    },
    close: () => void task.destroy(),
  };
}

export async function drawPages(pdf: Blob): Promise<Blob[]> {
  const { pages, draw, close } = await readPdf(await readBytes(pdf));
  try {
    const pictures: Blob[] = [];
    for (let number = 1; number <= pages; number++) {
      const canvas = document.createElement("canvas");
      await (
        await draw(number, canvas)
      ).done;
      pictures.push(await toPicture(canvas));
    }
    return pictures;
  } finally {
    close();
  }
}

function toPicture(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("A page could not be drawn")))),
  );
}

async function loadPdfjs() {
  const pdfjs = await import("pdfjs-dist/legacy/build/pdf.mjs");
  pdfjs.GlobalWorkerOptions.workerSrc = new URL(
    "pdfjs-dist/legacy/build/pdf.worker.min.mjs",
    import.meta.url,
  ).href;
  return pdfjs;
}

async function readBytes(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

async function fetchBytes(src: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(src, { signal, referrerPolicy: "no-referrer" });
  if (!response.ok) throw new Error(`The PDF could not be fetched: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
