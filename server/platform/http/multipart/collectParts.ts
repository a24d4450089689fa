/**
 * Collects the parts of one multipart body in memory, within the limits. Protects the process from busboy 1.6, which
 * may emit `error` several times, emits it again on `destroy()`, and crashes if an event handler destroys it.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import busboy from "busboy";
import { shortenFileName } from "../../../core/fileName.rules";
import { malformed, payloadTooLarge, printable } from "./multipartErrors";
import type { MultipartLimits, ReceivedField, ReceivedFile } from "./multipartBody";

interface Listener {
  complete(parts: { fields: ReceivedField[]; files: ReceivedFile[] }): void;
  refuse(error: Error): void;
}

const EMPTY = Buffer.alloc(0);

export class PartCollector {
  readonly #fields: ReceivedField[] = [];
  readonly #files: ReceivedFile[] = [];
  readonly #parser: busboy.Busboy;
  #stopped = false;
  #openFile: ReceivedFile | undefined;

  /** Throws BAD_USER_INPUT if the headers do not declare a multipart form with a boundary. */
  constructor(
    headers: IncomingHttpHeaders,
    private readonly limits: MultipartLimits,
    private readonly listener: Listener,
  ) {
    this.#parser = createParser(headers, limits);
    // `on`, never `once`: a second error without a listener ends the process.
    this.#parser.on("error", () => this.#refuse(malformed("The multipart body is malformed")));
    this.#parser.on("field", (name, value, info) => this.#addField(name, value, info.valueTruncated));
    this.#parser.on("file", (name, stream, info) => this.#addFile(name, stream, info));
    this.#parser.on("partsLimit", () => this.#refuse(payloadTooLarge("The request has too many parts")));
    this.#parser.on("close", () => {
      if (this.#stopped) return;
      this.#stopped = true;
      listener.complete({ fields: this.#fields, files: this.#files });
    });
  }

  /** The field name of the file that is being read, for error messages. */
  get openFieldName(): string | undefined {
    return this.#openFile?.fieldName;
  }

  write(chunk: Buffer): void {
    if (!this.#stopped) this.#parse(() => this.#parser.write(chunk));
  }

  end(): void {
    if (!this.#stopped) this.#parse(() => this.#parser.end());
  }

  /**
   * Ignores further parts. Destroys the parser in a later turn of the event loop, because it crashes if an event
   * handler destroys it.
   */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#fields.length = 0;
    this.#files.length = 0;
    setImmediate(() => this.#parser.destroy());
  }

  #parse(step: () => void): void {
    try {
      step();
    } catch {
      this.#refuse(malformed("The multipart body is malformed"));
    }
  }

  #refuse(error: Error): void {
    if (this.#stopped) return;
    this.stop();
    this.listener.refuse(error);
  }

  /**
   * Unlike in busboy's types, `name` is undefined if the part has none, and `value` if its character set is unknown.
   */
  #addField(name: string | undefined, value: string | undefined, truncated: boolean): void {
    if (this.#stopped) return;
    const { maxFields, maxFieldBytes } = this.limits;
    if (name === undefined) return this.#refuse(malformed("A part of the request has no name"));
    const shown = printable(name);
    if (this.#fields.length >= maxFields)
      return this.#refuse(payloadTooLarge(`More than ${maxFields} fields; '${shown}' is one too many`, name));
    if (truncated)
      return this.#refuse(
        payloadTooLarge(`The field '${shown}' is larger than ${maxFieldBytes} bytes`, name),
      );
    if (value === undefined)
      return this.#refuse(malformed(`The field '${shown}' is in an unknown character set`, name));
    this.#fields.push({ name, value });
  }

  #addFile(name: string | undefined, stream: Readable, info: busboy.FileInfo): void {
    // Destroying the parser makes the open file emit an error, which needs a listener.
    stream.on("error", () => {});
    const { maxFiles, maxFileBytes } = this.limits;
    if (name === undefined) this.#refuse(malformed("A file of the request has no name"));
    else if (this.#files.length >= maxFiles)
      this.#refuse(
        payloadTooLarge(`More than ${maxFiles} files; '${printable(name)}' is one too many`, name),
      );
    if (name === undefined || this.#stopped) return void stream.resume();
    const file: ReceivedFile = {
      fieldName: name,
      filename: cleanFilename(info.filename),
      mimetype: info.mimeType,
      bytes: EMPTY,
      tooLarge: false,
    };
    this.#files.push(file);
    this.#openFile = file;
    let chunks: Buffer[] = [];
    let size = 0;
    stream.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxFileBytes) file.tooLarge = true;
      if (file.tooLarge || this.#stopped) chunks = [];
      else chunks.push(chunk);
    });
    stream.on("end", () => {
      if (this.#openFile === file) this.#openFile = undefined;
      // Copies the bytes, so that a small file does not keep the chunks that contained it in memory.
      if (!file.tooLarge && !this.#stopped) file.bytes = Buffer.concat(chunks, size);
      chunks = [];
    });
  }
}

function createParser(headers: IncomingHttpHeaders, limits: MultipartLimits): busboy.Busboy {
  // busboy also parses urlencoded bodies, which would bypass the checks.
  if (!/^\s*multipart\/form-data\s*(;|$)/i.test(headers["content-type"] ?? ""))
    throw malformed("The request is not multipart/form-data");
  try {
    return busboy({
      headers,
      defParamCharset: "utf8",
      // A buffer larger than any accepted file, so that the parser never waits for a reader and every write is
      // synchronous.
      fileHwm: limits.maxFileBytes + 128 * 1024,
      limits: {
        // Each limit is one higher, because busboy cannot distinguish "at the limit" from "over it"; the handlers above
        // check the real limits.
        fileSize: limits.maxFileBytes + 1,
        fieldSize: limits.maxFieldBytes + 1,
        files: limits.maxFiles + 1,
        fields: limits.maxFields + 1,
        // Also counts the parts that busboy skips silently. busboy limits a part's headers to 16 KB.
        parts: limits.maxFiles + limits.maxFields + 1,
      },
    });
  } catch {
    throw malformed("The Content-Type of the request names no usable boundary");
  }
}

/** Returns the base name of a client's file name, for display and logs only. May be empty. */
export function cleanFilename(name: string | undefined): string {
  // Removes direction marks too ("photo<RLO>gpj.exe" displays as "photoexe.jpg"), but not joiners, which
  // Indic scripts need.
  const visible = (name ?? "").replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "");
  const base = visible.split(/[/\\]/).at(-1)!.trim();
  if (base === "." || base === "..") return "";
  return shortenFileName(base, 200);
}
