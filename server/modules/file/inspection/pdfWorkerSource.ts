/**
 * Opens PDFs with pdf.js, one after another, in a separate thread, which can be terminated if a file makes it hang or
 * run out of memory. This is a string because the server is bundled into one file and a thread needs its own. Only
 * this thread loads pdf.js, so that it does not slow down the server's start. `inspectPdf.ts` sends the files and reads
 * the reports.
 */
export const pdfWorkerSource = `
const { parentPort, workerData } = require("node:worker_threads");

// Keeps pdf.js from loading a native canvas: nothing is drawn, and native code can crash when a thread ends.
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

// Returns the only large picture of the first page; undefined if it is black and white or has a mask.
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
    // The file is already known to be harmless, so it passes without text if reading the text takes too long.
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
