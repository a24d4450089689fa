/** Writes small PDFs by hand (ISO 32000-1): valid ones and each kind of invalid one. */
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";

export interface PdfOptions {
  pages?: number;
  /** Written on every page; printable ASCII. */
  text?: string;
  /** Entries of the catalogue, e.g. `/OpenAction << … >>`. */
  catalog?: string;
  /** Entries of every page. */
  page?: string;
  /** Additional objects, numbered from 100. */
  extra?: (string | Buffer)[];
  /** Packs every object except the content into one compressed object stream, as PDF 1.5 and later do. */
  packed?: boolean;
  /** Encrypts with 40-bit RC4. A PDF with an empty password opens without a prompt but is still encrypted. */
  password?: string;
}

export const firstExtra = 100;

export function makePdf({
  pages = 1,
  text = "Visaport test document",
  catalog = "",
  page = "",
  extra = [],
  packed = false,
  password,
}: PdfOptions = {}): Buffer {
  const pageNumbers = Array.from({ length: pages }, (_, index) => 5 + index);
  const content = Buffer.from(`BT /F1 18 Tf 60 720 Td (${text.replace(/[\\()]/g, "\\$&")}) Tj ET`);
  const encryption = password === undefined ? undefined : makeEncryption(password);
  const plain = new Map<number, string>([
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [2, `<< /Type /Pages /Count ${pages} /Kids [${pageNumbers.map((it) => `${it} 0 R`).join(" ")}] >>`],
    [3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"],
    ...pageNumbers.map((number): [number, string] => [
      number,
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R " +
        `/Resources << /Font << /F1 3 0 R >> >> ${page} >>`,
    ]),
  ]);
  const streams = new Map<number, Buffer>([[4, stream("", encryption?.encrypt(4, content) ?? content)]]);
  extra.forEach((object, index) => {
    if (typeof object === "string") plain.set(firstExtra + index, object);
    else streams.set(firstExtra + index, object);
  });

  if (packed) return writePacked(plain, streams);
  const objects = new Map<number, string | Buffer>([...plain, ...streams]);
  return writePlain(objects, encryption?.trailer ?? "");
}

export const javaScriptAction = "<< /Type /Action /S /JavaScript /JS (app.alert\\(1\\)) >>";
export const launchAction = "<< /Type /Action /S /Launch /F (calc.exe) >>";

export const makeScriptedPdf = () => makePdf({ catalog: `/OpenAction ${javaScriptAction}` });

/** Returns a PDF whose page is covered by a link that starts a program. */
export const makeLaunchingPdf = (options: PdfOptions = {}) =>
  makePdf({
    ...options,
    page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A ${firstExtra} 0 R >>]`,
    extra: [launchAction],
  });

export const makePdfWithAttachment = () =>
  makePdf({
    catalog: `/Names << /EmbeddedFiles << /Names [(a.txt) ${firstExtra} 0 R] >> >>`,
    extra: [
      `<< /Type /Filespec /F (a.txt) /UF (a.txt) /EF << /F ${firstExtra + 1} 0 R >> >>`,
      stream("/Type /EmbeddedFile", Buffer.from("attached")),
    ],
  });

/** Returns a stream object. `entries` are those of its dictionary, except the length. */
export function stream(entries: string, data: Buffer): Buffer {
  const head = Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`);
  return Buffer.concat([head, data, Buffer.from("\nendstream")]);
}

class PdfWriter {
  readonly #parts: Buffer[] = [];
  readonly offsets = new Map<number, number>();
  length = 0;

  constructor(version: string) {
    // The second line marks the file as binary.
    this.write(Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, "latin1"));
  }

  write(part: string | Buffer): void {
    const bytes = Buffer.from(part);
    this.#parts.push(bytes);
    this.length += bytes.length;
  }

  writeObject(number: number, body: string | Buffer): void {
    this.offsets.set(number, this.length);
    this.write(`${number} 0 obj\n`);
    this.write(body);
    this.write("\nendobj\n");
  }

  finish(startOfTable: number): Buffer {
    this.write(`startxref\n${startOfTable}\n%%EOF\n`);
    return Buffer.concat(this.#parts);
  }
}

function writePlain(objects: Map<number, string | Buffer>, trailer: string): Buffer {
  const writer = new PdfWriter("1.4");
  for (const [number, body] of objects) writer.writeObject(number, body);
  const startOfTable = writer.length;
  writer.write("xref\n0 1\n0000000000 65535 f \n");
  for (const [number, offset] of writer.offsets) {
    writer.write(`${number} 1\n${String(offset).padStart(10, "0")} 00000 n \n`);
  }
  const size = Math.max(...objects.keys()) + 1;
  writer.write(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\n`);
  return writer.finish(startOfTable);
}

const objectStreamNumber = 90;
const tableNumber = 91;

function writePacked(plain: Map<number, string>, streams: Map<number, Buffer>): Buffer {
  const writer = new PdfWriter("1.5");
  for (const [number, body] of streams) writer.writeObject(number, body);
  writer.writeObject(objectStreamNumber, packObjects(plain));

  const startOfTable = writer.length;
  const rows = [...writer.offsets].map(([number, offset]) => [number, 1, offset, 0] as const);
  const packedRows = [...plain.keys()].map(
    (number, index) => [number, 2, objectStreamNumber, index] as const,
  );
  const table = [...rows, ...packedRows, [tableNumber, 1, startOfTable, 0] as const];
  const data = Buffer.from(
    table.flatMap(([, type, where, index]) => [type, where >> 16, (where >> 8) & 255, where & 255, index]),
  );
  const index = table.map(([number]) => `${number} 1`).join(" ");
  const size = Math.max(...table.map(([number]) => number)) + 1;
  const entries = `/Type /XRef /W [1 3 1] /Index [${index}] /Size ${size} /Root 1 0 R /Filter /FlateDecode`;
  writer.writeObject(tableNumber, stream(entries, deflateSync(data)));
  return writer.finish(startOfTable);
}

/** Returns an object stream (§7.5.7); `entries` are added to its dictionary. */
export function packObjects(objects: Map<number, string>, entries = "/Filter /FlateDecode"): Buffer {
  const bodies = [...objects.values()].map((body) => `${body}\n`);
  let offset = 0;
  const header = [...objects.keys()].map((number, index) => {
    const pair = `${number} ${offset}`;
    offset += bodies[index]!.length;
    return pair;
  });
  const head = `${header.join(" ")}\n`;
  const data = deflateSync(Buffer.from(head + bodies.join("")));
  return stream(`/Type /ObjStm /N ${objects.size} /First ${head.length} ${entries}`, data);
}

interface Encryption {
  trailer: string;
  encrypt(objectNumber: number, data: Buffer): Buffer;
}

/** Implements the standard security handler, version 1, revision 2 (§7.6.3), with one password for owner and user. */
function makeEncryption(password: string): Encryption {
  const filler = Buffer.from("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A", "hex");
  const padded = Buffer.concat([Buffer.from(password, "latin1"), filler]).subarray(0, 32);
  const id = createHash("md5").update("visaport test").digest();
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-4);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const key = md5(Buffer.concat([padded, owner, permissions, id])).subarray(0, 5);
  const user = rc4(key, filler);
  const hex = (bytes: Buffer) => `<${bytes.toString("hex")}>`;
  return {
    trailer:
      `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(user)} /P -4 >> ` +
      `/ID [${hex(id)} ${hex(id)}]`,
    encrypt(objectNumber, data) {
      const number = Buffer.from([objectNumber & 255, (objectNumber >> 8) & 255, objectNumber >> 16, 0, 0]);
      return rc4(md5(Buffer.concat([key, number])).subarray(0, 10), data);
    },
  };
}

function md5(data: Buffer): Buffer {
  return createHash("md5").update(data).digest();
}

/** Implemented here because Node's OpenSSL no longer includes RC4. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    [state[i], state[j]] = [state[j]!, state[i]!];
  }
  let [i, j] = [0, 0];
  const mixed = data.map((byte) => {
    i = (i + 1) & 255;
    j = (j + state[i]!) & 255;
    [state[i], state[j]] = [state[j]!, state[i]!];
    return byte ^ state[(state[i]! + state[j]!) & 255]!;
  });
  return Buffer.from(mixed);
}
