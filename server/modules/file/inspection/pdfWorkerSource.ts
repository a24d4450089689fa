/**
 * Opens PDFs with pdf.js in a separate thread, one after another, so that a file that hangs or exhausts memory can
 * be terminated with it. This is a string because the server is bundled into one file and a thread needs its own.
 * Loads pdf.js only here, never at server start. `inspectPdf.ts` sends the files and reads the reports.
 */
export const pdfWorkerSource = `
const { parentPort, workerData } = require("node:worker_threads");

// pdf.js would load a native canvas through this; nothing is drawn here, and native code dies badly with a thread.
process.getBuiltinModule = undefined;
globalThis.DOMMatrix = globalThis.ImageData = globalThis.Path2D = class {};
console.log = console.warn = () => {};

async function readText(pdf, { pages, length }) {
  let text = "";
  for (let number = 1; number <= Math.min(pdf.numPages, pages) && text.length < length; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    text += items.map(({ str, hasEOL }) => str + (hasEOL ? "\\n" : "")).join("") + "\\n";
  }
  return text.slice(0, length);
}

// The only large picture of the first page, in red, green and blue. Black-and-white ones and those with a mask
// are left out.
async function findScan(pdf, { OPS, ImageKind }, { minSide }) {
  const page = await pdf.getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const large = argsArray.filter(
    (args, index) => fnArray[index] === OPS.paintImageXObject && Math.min(args[1], args[2]) >= minSide,
  );
  if (large.length !== 1) return undefined;
  const [id] = large[0];
  const objects = id.startsWith("g_") ? page.commonObjs : page.objs;
  const { kind, data, width, height } = await new Promise((resolve) => objects.get(id, resolve));
  return kind === ImageKind.RGB_24BPP ? { data, width, height } : undefined;
}

async function inspect(pdfjs, { bytes, textLimits, scanLimits }) {
  const task = pdfjs.getDocument({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    stopAtErrors: true,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    verbosity: 0,
    maxImageSize: scanLimits?.maxPixels ?? -1,
  });
  try {
    const pdf = await task.promise;
    if (scanLimits) return { scan: await findScan(pdf, pdfjs, scanLimits) };
    const pages = pdf.numPages;
    if (pages > workerData.maxPages) return { pages };
    if (await pdf.hasJSActions() || await pdf.getJSActions() || await pdf.getAttachments())
      return { finding: "active" };
    for (let number = 1; number <= pages; number += 1) {
      const page = await pdf.getPage(number);
      if (await page.getJSActions()) return { finding: "active" };
      const annotations = await page.getAnnotations();
      if (annotations.some((it) => it.actions || it.attachment || it.file)) return { finding: "active" };
    }
    if (!textLimits) return { pages };
    // Harmless already: if its text takes too long to read, it has none.
    parentPort.postMessage({ pages, isTextToCome: true });
    return { pages, text: await readText(pdf, textLimits).catch(() => "") };
  } catch (error) {
    return { finding: error?.name === "PasswordException" ? "encrypted" : "corrupt" };
  } finally {
    await task.destroy();
  }
}

const loading = import(workerData.pdfjsUrl);
parentPort.on("message", (file) =>
  loading
    .then((pdfjs) => inspect(pdfjs, file))
    .catch((error) => ({ broken: String(error) }))
    .then((report) => parentPort.postMessage(report)),
);
`;
