import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** Returns the text of a PDF's first page with single spaces, its title, and the number of its pages. */
export async function readPdf(
  bytes: ArrayBuffer | Uint8Array,
): Promise<{ text: string; title: unknown; pages: number }> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const { items } = await (await pdf.getPage(1)).getTextContent();
  const { info } = (await pdf.getMetadata()) as unknown as { info: { Title?: string } };
  const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
  return { text: text.replaceAll(/\s+/g, " "), title: info.Title, pages: pdf.numPages };
}
