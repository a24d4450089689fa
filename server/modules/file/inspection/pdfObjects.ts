/**
 * Reads single PDF objects (ISO 32000-1 §7.3) as leniently as viewers do. Does not follow references or decode streams.
 */

export class PdfName {
  constructor(readonly value: string) {}
}

/** Entries in file order. A key may occur twice, and viewers differ on which one counts. */
export class PdfDict {
  readonly entries: [key: string, value: PdfValue][] = [];

  all(key: string): PdfValue[] {
    return this.entries.filter(([name]) => name === key).map(([, value]) => value);
  }
}

/** Null represents values that are irrelevant here: strings, references, booleans, keywords. */
export type PdfValue = PdfName | PdfDict | PdfValue[] | number | null;

/** Thrown if scanning the file takes more work than any legitimate file of its size does. */
export class PdfTooComplex extends Error {
  override readonly name = "PdfTooComplex";
}

/** Remaining work. Without a limit, overlapping objects could take time quadratic in the file's size. */
export interface ReadingBudget {
  bytes: number;
  tokens: number;
}

const maxDepth = 64;
const regular = 0;
const blank = 1;
const delimiter = 2;
/** Class of each byte, as a table because it is looked up for every byte of the file. */
const kinds = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) kinds[byte] = blank;
for (const byte of Buffer.from("()<>[]{}/%")) kinds[byte] = delimiter;

type Token =
  | { kind: "name" | "word"; text: string }
  | { kind: "<<" | ">>" | "[" | "]" | "string" | "other" | "end"; text?: undefined };

export class PdfReader {
  #countedFrom: number;

  constructor(
    private readonly bytes: Buffer,
    public position: number,
    private readonly budget: ReadingBudget,
  ) {
    this.#countedFrom = position;
  }

  readValue(depth = 0): PdfValue {
    return this.#readValue(this.#next(), depth);
  }

  /** Skips to the next token. If it begins with `word`, steps past `word` and returns true. */
  take(word: string): boolean {
    this.#skipBlank();
    this.#charge();
    const end = this.position + word.length;
    if (this.bytes.toString("latin1", this.position, end) !== word) return false;
    this.position = end;
    return true;
  }

  skipLine(): void {
    const bytes = this.bytes;
    while (this.position < bytes.length && bytes[this.position] !== 10 && bytes[this.position] !== 13) {
      this.position += 1;
    }
    this.position += bytes[this.position] === 13 && bytes[this.position + 1] === 10 ? 2 : 1;
    this.#charge();
  }

  #readValue(token: Token, depth: number): PdfValue {
    if (depth > maxDepth) throw new PdfTooComplex("nested too deeply");
    switch (token.kind) {
      case "name":
        return new PdfName(token.text);
      case "<<":
        return this.#readDict(depth);
      case "[":
        return this.#readArray(depth);
      case "word":
        return this.#parseNumber(token.text);
      default:
        return null;
    }
  }

  #readDict(depth: number): PdfDict {
    const dict = new PdfDict();
    for (;;) {
      const key = this.#next();
      if (key.kind === ">>" || key.kind === "end") return dict;
      if (key.kind !== "name") continue;
      const value = this.#next();
      if (value.kind === ">>" || value.kind === "end") return dict;
      dict.entries.push([key.text, this.#readValue(value, depth + 1)]);
    }
  }

  #readArray(depth: number): PdfValue[] {
    const values: PdfValue[] = [];
    for (;;) {
      const token = this.#next();
      if (token.kind === "]" || token.kind === "end") return values;
      values.push(this.#readValue(token, depth + 1));
    }
  }

  /** Returns null for a number that begins a reference (`7 0 R`) or is followed by a comment. */
  #parseNumber(word: string): number | null {
    if (!/^[+-]?[0-9]*\.?[0-9]+$/.test(word)) return null;
    const behind = this.bytes.toString("latin1", this.position, this.position + 24);
    return /^[\0\t\n\f\r ]*(%|[0-9]+[\0\t\n\f\r ]+(R|%))/.test(behind) ? null : Number(word);
  }

  #next(): Token {
    const token = this.#readToken();
    this.budget.tokens -= 1;
    this.#charge();
    return token;
  }

  #readToken(): Token {
    this.#skipBlank();
    const bytes = this.bytes;
    const byte = bytes[this.position];
    if (byte === undefined) return { kind: "end" };
    const character = String.fromCharCode(byte);
    if (kinds[byte] === regular) return { kind: "word", text: this.#readRegular() };
    this.position += 1;
    switch (character) {
      case "/":
        return { kind: "name", text: this.#readRegular().replace(/#([0-9A-Fa-f]{2})/g, decodeHex) };
      case "(":
        this.#skipString();
        return { kind: "string" };
      case "<":
        if (bytes[this.position] === byte) {
          this.position += 1;
          return { kind: "<<" };
        }
        this.#skipPast(">");
        return { kind: "string" };
      case ">":
        if (bytes[this.position] !== byte) return { kind: "other" };
        this.position += 1;
        return { kind: ">>" };
      case "[":
      case "]":
        return { kind: character };
      default:
        return { kind: "other" };
    }
  }

  #readRegular(): string {
    const bytes = this.bytes;
    const start = this.position;
    let end = start;
    while (end < bytes.length && kinds[bytes[end]!] === regular) end += 1;
    this.position = end;
    return bytes.toString("latin1", start, end);
  }

  #skipBlank(): void {
    let inComment = false;
    for (; this.position < this.bytes.length; this.position += 1) {
      const byte = this.bytes[this.position]!;
      if (byte === 10 || byte === 13) inComment = false;
      else if (byte === 0x25) inComment = true;
      else if (!inComment && kinds[byte] !== blank) return;
    }
  }

  #skipString(): void {
    for (let open = 1; open > 0; this.position += 1) {
      const byte = this.bytes[this.position];
      if (byte === undefined) return;
      if (byte === 0x5c) this.position += 1;
      else if (byte === 0x28) open += 1;
      else if (byte === 0x29) open -= 1;
    }
  }

  #skipPast(character: string): void {
    const found = this.bytes.indexOf(character, this.position, "latin1");
    this.position = found === -1 ? this.bytes.length : found + 1;
  }

  #charge(): void {
    this.budget.bytes -= Math.max(0, this.position - this.#countedFrom);
    this.#countedFrom = this.position;
    if (this.budget.bytes < 0 || this.budget.tokens < 0)
      throw new PdfTooComplex("more to read than the budget allows");
  }
}

function decodeHex(_match: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}
