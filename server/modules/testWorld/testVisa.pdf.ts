import { buffer } from "node:stream/consumers";

/** Draws the visa for an approval in the test world, with the details that staff compare. */
export async function drawTestVisa(
  brand: string,
  holder: { name: string; passportNumber: string; visa: string },
): Promise<Buffer> {
  // Imported on demand, because loading it with its fonts would delay the start by 0.2 seconds.
  const { default: PDFDocument } = await import("pdfkit");
  const pdf = new PDFDocument({ size: "A5", info: { Title: "Test visa", Author: brand } });
  pdf.fontSize(20).text("TEST VISA").fontSize(11).moveDown();
  for (const line of [holder.visa, holder.name, holder.passportNumber, "Not valid for travel."])
    pdf.text(line).moveDown(0.5);
  pdf.end();
  return buffer(pdf);
}
