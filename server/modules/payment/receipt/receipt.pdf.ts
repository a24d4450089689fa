import { buffer } from "node:stream/consumers";
import { formatOfficeDay } from "../../../core/day.rules";
import { describePriceLine, haveSeveralPrices, type PriceLine } from "../../visaRequest/pricing.rules";
import { formatInr, formatPaise } from "../../../core/money.rules";
import type { Receipt } from "./receipt.rules";

export interface ReceiptFrame {
  brand: string;
  supportEmail: string;
  supportPhone: string;
  visaName: string;
  countryName: string;
  noOfApplicants: number;
  /** The refunded part; 0 if there is none. */
  refundedPaise: number;
  /** The visa fees by category; empty if they are not known. */
  priceLines: readonly PriceLine[];
}

const margin = 56;
const ink = "#15233B";
const faint = "#475569";
const brandColour = "#0B5A6F";

/** Draws the receipt as one A4 page with searchable text. Uses the standard fonts, so that none has to be embedded. */
export async function drawReceiptPdf(receipt: Receipt, frame: ReceiptFrame): Promise<Buffer> {
  const title = `Receipt ${receipt.receiptNo}`;
  // pdfkit is imported on demand, because loading it takes 0.2 seconds and would delay the start.
  const { default: PDFDocument } = await import("pdfkit");
  const pdf = new PDFDocument({
    size: "A4",
    margin,
    lang: "en-IN",
    displayTitle: true,
    info: { Title: title, Author: frame.brand, Subject: `Payment for ${frame.visaName}` },
  });

  pdf.fillColor(brandColour).font("Helvetica-Bold").fontSize(22).text(toWinAnsi(frame.brand));
  pdf.moveDown(0.2).fillColor(ink).fontSize(15).text(title);
  pdf.moveDown(1);
  const rows: [string, string][] = [
    ["Receipt number", receipt.receiptNo],
    ["Paid on", formatOfficeDay(receipt.paidAt)],
    ["Visa", `${frame.visaName}, ${frame.countryName}`],
    ["Applicants", String(frame.noOfApplicants)],
    ["Payment ID (Razorpay)", receipt.paymentId],
  ];
  for (const row of rows) writeRow(pdf, row, {});
  drawRule(pdf);
  if (haveSeveralPrices(frame.priceLines))
    for (const line of frame.priceLines) {
      const what = `Visa fee, ${describePriceLine(line)}`;
      writeRow(pdf, [what, formatInr(line.count * line.price)], { isMoney: true });
    }
  else writeRow(pdf, ["Visa fee", formatInr(receipt.visaFee)], { isMoney: true });
  writeRow(pdf, ["Service fee", formatInr(receipt.serviceFee)], { isMoney: true });
  const gst = `GST ${receipt.gstPercent}% on the service fee`;
  writeRow(pdf, [gst, formatInr(receipt.gst)], { isMoney: true });
  drawRule(pdf);
  writeRow(pdf, ["Total paid", formatInr(receipt.total)], { isMoney: true, isBold: true });
  if (frame.refundedPaise > 0)
    writeRow(pdf, ["Refunded since", formatPaise(frame.refundedPaise)], { isMoney: true });
  pdf.moveDown(2).font("Helvetica").fontSize(10).fillColor(faint);
  pdf.text(
    toWinAnsi(
      `Questions about this payment? Write to ${frame.supportEmail} or call ${frame.supportPhone}, ` +
        `and have the receipt number at hand.`,
    ),
    margin,
  );
  pdf.end();
  return buffer(pdf);
}

/** Draws a label and its value. Amounts are right-aligned. */
function writeRow(
  pdf: PDFKit.PDFDocument,
  [name, value]: [string, string],
  { isMoney, isBold }: { isMoney?: boolean; isBold?: boolean },
): void {
  const top = pdf.y;
  const middle = margin + 190;
  const right = pdf.page.width - margin;
  pdf.font(isBold ? "Helvetica-Bold" : "Helvetica").fontSize(isBold ? 13 : 11);
  pdf.fillColor(isBold ? ink : faint).text(toWinAnsi(name), margin, top, { width: isMoney ? 300 : 180 });
  const left = isMoney ? right - 160 : middle;
  const options = { width: right - left, align: isMoney ? ("right" as const) : ("left" as const) };
  pdf.fillColor(ink).text(toWinAnsi(value), left, top, options);
  pdf.x = margin;
  pdf.moveDown(0.5);
}

function drawRule(pdf: PDFKit.PDFDocument): void {
  const y = pdf.y + 4;
  pdf
    .moveTo(margin, y)
    .lineTo(pdf.page.width - margin, y)
    .lineWidth(0.75)
    .strokeColor("#E3DCCD")
    .stroke();
  pdf.y = y + 12;
}

/** Matches characters that are not in WinAnsi, the encoding of the standard fonts (ISO 32000-1, annex D). */
const outsideWinAnsi = /[^\u0020-\u007E\u00A0-\u00FF‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ€]/gu;

/** Letters that Unicode does not decompose. */
const closestLetters: Readonly<Record<string, string>> = {
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
  Ħ: "H",
  ħ: "h",
  ı: "i",
  Ə: "E",
  ə: "e",
};

/** Replaces characters that the standard fonts lack with their closest equivalents. */
function toWinAnsi(text: string): string {
  return text.normalize("NFC").replace(outsideWinAnsi, (letter) => {
    const plain = closestLetters[letter] ?? letter.normalize("NFKD").replace(/[^\u0020-\u007E]/gu, "");
    return plain || "-";
  });
}
