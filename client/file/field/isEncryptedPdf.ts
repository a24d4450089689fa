/**
 * Whether a PDF names an encryption dictionary (ISO 32000-1, 7.5.5 and 7.5.8.2: in the trailer, or in the
 * dictionary of a cross-reference stream, neither of which is compressed). The server looks closer.
 */
export async function isEncryptedPdf(file: Blob): Promise<boolean> {
  const text = new TextDecoder("latin1").decode(await file.arrayBuffer());
  return /\/Encrypt(?:\s+\d+\s+\d+\s+R\b|\s*<<)/.test(text);
}
