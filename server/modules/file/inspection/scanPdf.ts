/**
 * Looks through every object of a PDF, those in compressed object streams too, for what must not be in it.
 * Needed beside pdf.js, which tells of scripts and attachments only at the places where its viewer uses them,
 * and of launch actions not at all. Objects are found by their keyword and not by the cross-reference table,
 * so that an object that only some viewers reach is seen as well.
 */
import { constants, inflateRawSync, type InflateRaw } from "node:zlib";
import { PdfDict, PdfName, PdfReader, PdfTooComplex, type PdfValue, type ReadingBudget } from "./pdfObjects";

/** `uncheckable`: an object stream is packed as no common program packs it, or the file wears the reader out. */
export type PdfFinding = "encrypted" | "active" | "uncheckable";

/** Actions (ISO 32000-1 §12.6.4) that run a program or script, or carry data or the viewer out of the file. */
const activeActions = new Set([
  "JavaScript",
  "Launch",
  "ImportData",
  "SubmitForm",
  "GoToR",
  "GoToE",
  "Rendition",
  "RichMediaExecute",
  "Movie",
  "Sound",
]);
/** Keys that exist for the sake of a script, an embedded file (§7.11.4) or an XFA form. */
const activeKeys = new Set(["JS", "JavaScript", "EF", "XFA"]);
const activeTypes = new Set(["EmbeddedFile"]);
const activeSubtypes = new Set(["FileAttachment", "RichMedia", "Movie", "Sound", "3D"]);
/** For what the reader may have missed in a file that is malformed around it. */
const activeText = /\/S\s*\/(?:JavaScript|Launch|ImportData|SubmitForm|GoToE|Rendition)\b/;

/** An honest object stream holds about 100 objects, some 20 KB. */
const maxUnpackedBytes = 16 * 1024 * 1024;
/** Each costs an inflater, however little is in it. An honest file of ten pages has a dozen of them at most. */
const maxPackedStreams = 500;
const readingsOfEachByte = 4;
/** An honest file of ten pages has hundreds of objects, and some thousand words in them. */
const maxTokens = 500_000;

export function scanPdf(bytes: Buffer): PdfFinding | undefined {
  try {
    return new PdfScan(bytes).run();
  } catch (error) {
    if (error instanceof PdfTooComplex) return "uncheckable";
    throw error;
  }
}

class PdfScan {
  readonly #bytes: Buffer;
  readonly #budget: ReadingBudget;
  #unpackedBytes = 0;
  #packedStreams = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#budget = { bytes: bytes.length * readingsOfEachByte, tokens: maxTokens };
  }

  run(): PdfFinding | undefined {
    let found: PdfFinding | undefined;
    for (const start of this.#starts()) {
      // Once something is found the rest is read only for the sign of a password, which explains it better.
      const finding = this.#scanObjectAt(start, found === undefined);
      if (finding === "encrypted") return finding;
      found ??= finding;
    }
    if (found) return found;
    return activeText.test(this.#bytes.toString("latin1")) ? "active" : undefined;
  }

  /** Where the text after `<n> <g> obj` and after `trailer` begins. */
  *#starts(): Generator<number> {
    for (const keyword of ["trailer", "obj"]) {
      let at = this.#bytes.indexOf(keyword, 0, "latin1");
      while (at !== -1) {
        const isEnd = this.#bytes.toString("latin1", Math.max(0, at - 3), at) === "end";
        if (!isEnd) yield at + keyword.length;
        at = this.#bytes.indexOf(keyword, at + keyword.length, "latin1");
      }
    }
  }

  #scanObjectAt(start: number, unpacks: boolean): PdfFinding | undefined {
    const reader = new PdfReader(this.#bytes, start, this.#budget);
    const value = reader.readValue();
    const finding = findIn(value);
    if (finding || !unpacks) return finding;
    if (!(value instanceof PdfDict) || !isStructural(value) || !reader.take("stream")) return undefined;
    // As viewers do, whatever stands behind the word.
    reader.skipLine();
    return this.#scanStream(value, this.#bytes.subarray(reader.position));
  }

  /** `body` begins with the stream's data and goes on to the file's end; the packed data says where it ends. */
  #scanStream(dict: PdfDict, body: Buffer): PdfFinding | undefined {
    const data = this.#unpack(dict, body);
    if (!data) return "uncheckable";
    if (isNamed(dict, "Type", (type) => type === "XRef") && dict.all("First").length === 0) return undefined;

    const counts = dict.all("N");
    const firsts = dict.all("First");
    const [count, first] = [counts[0], firsts[0]];
    if (counts.length !== 1 || firsts.length !== 1) return "uncheckable";
    if (typeof count !== "number" || typeof first !== "number") return "uncheckable";
    if (count > data.length || first > data.length) return "uncheckable";

    const header = new PdfReader(data, 0, this.#budget);
    for (let index = 0; index < count; index += 1) {
      header.readValue();
      const offset = header.readValue();
      if (typeof offset !== "number" || !Number.isInteger(offset) || offset < 0) return "uncheckable";
      const finding = findIn(new PdfReader(data, first + offset, this.#budget).readValue());
      if (finding) return finding;
    }
    return undefined;
  }

  /** Undefined where it is packed otherwise than by one plain Flate, or grows out of all measure. */
  #unpack(dict: PdfDict, body: Buffer): Buffer | undefined {
    const filters = dict.all("Filter");
    if (filters.length === 0) return body;
    const [filter] = Array.isArray(filters[0]) && filters[0].length === 1 ? filters[0] : filters;
    const isFlate = filter instanceof PdfName && ["FlateDecode", "Fl"].includes(filter.value);
    if (filters.length !== 1 || !isFlate) return undefined;
    const isXref = isNamed(dict, "Type", (type) => type === "XRef");
    // Predictors are common in cross-reference streams, where nothing is looked for, and nowhere else here.
    if (!isXref && [...dict.all("DecodeParms"), ...dict.all("DP")].some((parms) => parms !== null))
      return undefined;
    if (((body[0] ?? 0) & 0x0f) !== 8) return undefined;
    return this.#inflate(body.subarray(2));
  }

  #inflate(body: Buffer): Buffer | undefined {
    this.#packedStreams += 1;
    if (this.#packedStreams > maxPackedStreams) throw new PdfTooComplex();
    try {
      // With `info`, the result is not the buffer that its type says.
      const { buffer, engine } = inflateRawSync(body, {
        // A stream that breaks off gives what it has, as it does in a viewer.
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: maxUnpackedBytes - this.#unpackedBytes,
        info: true,
      }) as unknown as { buffer: Buffer; engine: InflateRaw };
      this.#unpackedBytes += buffer.length + 1;
      // What has been unpacked may be read too, and what was read for it has been read.
      this.#budget.bytes += buffer.length * readingsOfEachByte - engine.bytesWritten;
      return this.#unpackedBytes < maxUnpackedBytes ? buffer : undefined;
    } catch {
      return undefined;
    }
  }
}

function findIn(value: PdfValue): PdfFinding | undefined {
  // An object that is only a name can be what `/S 7 0 R` refers to.
  if (value instanceof PdfName) return activeActions.has(value.value) ? "active" : undefined;
  if (Array.isArray(value)) return findFirst(value.filter((item) => !(item instanceof PdfName)));
  if (!(value instanceof PdfDict)) return undefined;
  if (value.all("Encrypt").length > 0) return "encrypted";
  const isActive =
    value.entries.some(([key]) => activeKeys.has(key)) ||
    isNamed(value, "S", (name) => activeActions.has(name)) ||
    isNamed(value, "Type", (name) => activeTypes.has(name)) ||
    isNamed(value, "Subtype", (name) => activeSubtypes.has(name));
  if (isActive) return "active";
  return findFirst(value.entries.map(([, item]) => item).filter((item) => !(item instanceof PdfName)));
}

function findFirst(values: PdfValue[]): PdfFinding | undefined {
  for (const value of values) {
    const finding = findIn(value);
    if (finding) return finding;
  }
  return undefined;
}

function isNamed(dict: PdfDict, key: string, test: (name: string) => boolean): boolean {
  return dict.all(key).some((value) => value instanceof PdfName && test(value.value));
}

/** Holds other objects or the table of them. A viewer goes by `First` alone, without asking for the type. */
function isStructural(dict: PdfDict): boolean {
  return (
    dict.all("First").length > 0 || isNamed(dict, "Type", (type) => type === "ObjStm" || type === "XRef")
  );
}
