/**
 * Searches every object of a PDF for forbidden content, including objects in compressed object streams. pdf.js is not
 * enough: it reports scripts and attachments only where its viewer uses them, and never launch actions. Objects are
 * found by keyword, not by the cross-reference table, to include those that only some viewers reach.
 */
import { constants, inflateRawSync, type InflateRaw } from "node:zlib";
import { PdfDict, PdfName, PdfReader, PdfTooComplex, type PdfValue, type ReadingBudget } from "./pdfObjects";

/** `uncheckable`: an object stream has an unusual encoding, or the file exceeds the reader's budget. */
export type PdfFinding = "encrypted" | "active" | "uncheckable";

/** Actions (ISO 32000-1 §12.6.4) that run a program or script, or move data or the viewer outside the file. */
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
/** Dictionary keys that occur only with a script, an embedded file (§7.11.4) or an XFA form. */
const activeKeys = new Set(["JS", "JavaScript", "EF", "XFA"]);
const activeTypes = new Set(["EmbeddedFile"]);
const activeSubtypes = new Set(["FileAttachment", "RichMedia", "Movie", "Sound", "3D"]);
/** Fallback that finds actions in a malformed file that the object reader cannot parse. */
const activeText = /\/S\s*\/(?:JavaScript|Launch|ImportData|SubmitForm|GoToE|Rendition)\b/;

/** A legitimate object stream contains about 100 objects, or 20 KB. */
const maxUnpackedBytes = 16 * 1024 * 1024;
/**
 * Each stream needs a separate inflater, however short the stream is. A legitimate file of ten pages has at most a
 * dozen streams.
 */
const maxPackedStreams = 500;
const readingsOfEachByte = 4;
/** A legitimate file of ten pages has hundreds of objects with a few thousand tokens. */
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
  readonly #budget: ReadingBudget;
  #unpackedBytes = 0;
  #packedStreams = 0;

  constructor(private readonly bytes: Buffer) {
    this.#budget = { bytes: bytes.length * readingsOfEachByte, tokens: maxTokens };
  }

  run(): PdfFinding | undefined {
    let found: PdfFinding | undefined;
    for (const start of this.#starts()) {
      // After a finding, searches the rest of the file only for encryption, which is the more helpful reason to report.
      const finding = this.#scanObjectAt(start, found === undefined);
      if (finding === "encrypted") return finding;
      found ??= finding;
    }
    if (found) return found;
    return activeText.test(this.bytes.toString("latin1")) ? "active" : undefined;
  }

  /** Yields the positions after `<n> <g> obj` and after `trailer`. */
  *#starts(): Generator<number> {
    for (const keyword of ["trailer", "obj"]) {
      let at = this.bytes.indexOf(keyword, 0, "latin1");
      while (at !== -1) {
        const isEnd = this.bytes.toString("latin1", Math.max(0, at - 3), at) === "end";
        if (!isEnd) yield at + keyword.length;
        at = this.bytes.indexOf(keyword, at + keyword.length, "latin1");
      }
    }
  }

  #scanObjectAt(start: number, unpacks: boolean): PdfFinding | undefined {
    const reader = new PdfReader(this.bytes, start, this.#budget);
    const value = reader.readValue();
    const finding = findIn(value);
    if (finding || !unpacks) return finding;
    if (!(value instanceof PdfDict) || !isStructural(value) || !reader.take("stream")) return undefined;
    // Viewers skip the rest of the line after `stream` as well, whatever it contains.
    reader.skipLine();
    return this.#scanStream(value, this.bytes.subarray(reader.position));
  }

  /** `body` extends from the start of the stream to the end of the file. The compressed data marks its own end. */
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

  /** Returns undefined if the stream inflates too far or uses anything but a single plain Flate filter. */
  #unpack(dict: PdfDict, body: Buffer): Buffer | undefined {
    const filters = dict.all("Filter");
    if (filters.length === 0) return body;
    const [filter] = Array.isArray(filters[0]) && filters[0].length === 1 ? filters[0] : filters;
    const isFlate = filter instanceof PdfName && ["FlateDecode", "Fl"].includes(filter.value);
    if (filters.length !== 1 || !isFlate) return undefined;
    const isXref = isNamed(dict, "Type", (type) => type === "XRef");
    // Predictors are common only in cross-reference streams, which are not searched.
    if (!isXref && [...dict.all("DecodeParms"), ...dict.all("DP")].some((parms) => parms !== null))
      return undefined;
    if (((body[0] ?? 0) & 0x0f) !== 8) return undefined;
    return this.#inflate(body.subarray(2));
  }

  #inflate(body: Buffer): Buffer | undefined {
    this.#packedStreams += 1;
    if (this.#packedStreams > maxPackedStreams) throw new PdfTooComplex();
    try {
      // With `info`, the result is not the buffer that the types declare.
      const { buffer, engine } = inflateRawSync(body, {
        // A truncated stream yields the data before the cut, as it does in a viewer.
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: maxUnpackedBytes - this.#unpackedBytes,
        info: true,
      }) as unknown as { buffer: Buffer; engine: InflateRaw };
      this.#unpackedBytes += buffer.length + 1;
      // Grants budget for the inflated bytes and charges the compressed bytes that were consumed.
      this.#budget.bytes += buffer.length * readingsOfEachByte - engine.bytesWritten;
      return this.#unpackedBytes < maxUnpackedBytes ? buffer : undefined;
    } catch {
      return undefined;
    }
  }
}

function findIn(value: PdfValue): PdfFinding | undefined {
  // An object that is only a name can be the target of `/S 7 0 R`.
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

/**
 * True for streams that contain objects or the cross-reference table. Viewers rely on `First` alone and
 * ignore the type.
 */
function isStructural(dict: PdfDict): boolean {
  return (
    dict.all("First").length > 0 || isNamed(dict, "Type", (type) => type === "ObjStm" || type === "XRef")
  );
}
