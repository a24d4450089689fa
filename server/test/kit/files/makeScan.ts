/** Makes PDFs like those of scanners, with a page for each list of pictures. */
import PDFDocument from "pdfkit";

/** Width of an A4 page, and distance between its pictures, in points. */
const [width, distance] = [595, 420];

export async function makeScan(
  pages: readonly (readonly Buffer[])[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const pdf = new PDFDocument({ size: "A4", margin: 0, autoFirstPage: false, ...options });
  const parts: Buffer[] = [];
  pdf.on("data", (part: Buffer) => parts.push(part));
  const isDone = new Promise((resolve) => pdf.on("end", resolve));
  for (const pictures of pages) {
    pdf.addPage();
    for (const [index, picture] of pictures.entries()) pdf.image(picture, 0, index * distance, { width });
  }
  pdf.end();
  await isDone;
  return Buffer.concat(parts);
}
