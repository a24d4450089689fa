import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { DomainError } from "../../core/errors";
import { controlCharacterText, hasControlCharacter } from "../../core/text.rules";
import { isMultipart } from "../http/multipart/multipartBody";
import type { ReceivedUpload } from "../../core/ReceivedUpload";

/** The parameters of a REST call from its path, query, and JSON or form body. Names are case-insensitive. */
export class Parameters<Name extends string = string> {
  readonly #texts = new Map<string, string>();
  readonly #files = new Map<string, ReceivedUpload[]>();

  /** Reads the parameters, including those in the body. If a session is required, check it first. */
  static async of(request: FastifyRequest): Promise<Parameters> {
    const parameters = new Parameters();
    parameters.#addAll(request.params);
    // The values of a repeated name arrive as a list.
    for (const [name, values] of Object.entries(request.query as Record<string, string | string[]>))
      for (const value of [values].flat()) parameters.#addText(name, value);
    if (hasMultipartBody(request)) {
      const { fields, files } = await request.readMultipart();
      for (const { name, value } of fields) parameters.#addText(name, value);
      for (const file of files) parameters.#addFile(file.fieldName, file);
    } else if (request.body instanceof URLSearchParams) {
      for (const [name, value] of request.body) parameters.#addText(name, value);
    } else {
      parameters.#addAll(request.body);
    }
    return parameters;
  }

  /** Returns the text; undefined if it is absent, "" if it is empty. */
  find(name: Name): string | undefined {
    return this.#texts.get(name.toLowerCase());
  }

  /** Returns the trimmed text. Throws REQUIRED if it is absent or blank. */
  get(name: Name): string {
    const text = this.find(name)?.trim();
    if (!text) throw new DomainError("REQUIRED", `${name} is missing`, { field: name });
    return text;
  }

  /** Returns the id in lower case, as ids are stored: UUIDs match in any letter case (RFC 9562, section 4). */
  findId(name: Name): string | undefined {
    return this.find(name)?.toLowerCase();
  }

  /** Like `findId`, trimmed. Throws REQUIRED if it is absent or blank. */
  getId(name: Name): string {
    return this.get(name).toLowerCase();
  }

  /** Returns the number; undefined if it is absent or blank. Throws INVALID if the schema rejects it. */
  findNumber(name: Name, schema: z.ZodType<number>): number | undefined {
    const text = this.find(name)?.trim();
    if (!text) return undefined;
    const { data, error } = schema.safeParse(/^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN);
    if (error) throw new DomainError("INVALID", `${name} ${error.issues[0]!.message}`, { field: name });
    return data;
  }

  files(name: Name): ReceivedUpload[] {
    return this.#files.get(name.toLowerCase()) ?? [];
  }

  /** Returns the file; undefined if there is none. Throws INVALID if there are several. */
  file(name: Name): ReceivedUpload | undefined {
    const [file, second] = this.files(name);
    if (second) throw new DomainError("INVALID", `${name} is given more than once`, { field: name });
    return file;
  }

  #addAll(values: unknown): void {
    if (values === undefined || values === null) return;
    if (typeof values !== "object" || Array.isArray(values))
      throw new DomainError("BAD_USER_INPUT", "The body must be a JSON object");
    for (const [name, value] of Object.entries(values)) {
      if (value === null || value === undefined) continue;
      if (typeof value === "object")
        throw new DomainError("INVALID", `${name} must be a single value`, { field: name });
      this.#addText(name, String(value));
    }
  }

  #addText(name: string, value: string): void {
    if (hasControlCharacter(name) || hasControlCharacter(value)) {
      const field = hasControlCharacter(name) ? "A name" : name;
      throw new DomainError("INVALID", `${field} ${controlCharacterText}`, { field });
    }
    const key = name.toLowerCase();
    const before = this.#texts.get(key);
    // The client in the specification sends some values in both the query and the form. Repeated values must match.
    if (before !== undefined && before !== value)
      throw new DomainError("INVALID", `${name} is given more than once`, { field: name });
    this.#texts.set(key, value);
  }

  #addFile(name: string, file: ReceivedUpload): void {
    // Skips the empty part without a file name that a form sends for a file input without a selected file.
    if (file.filename === "" && file.bytes.length === 0 && !file.tooLarge) return;
    const key = name.toLowerCase();
    this.#files.set(key, [...(this.#files.get(key) ?? []), file]);
  }
}

/** True if the request may contain files. The body of a GET is not read. */
export function hasMultipartBody(request: FastifyRequest): boolean {
  return request.method !== "GET" && request.method !== "HEAD" && isMultipart(request);
}
