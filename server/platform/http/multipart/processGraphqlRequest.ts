/**
 * Converts a multipart body to a GraphQL operation, following the GraphQL multipart request spec
 * (github.com/jaydenseric/graphql-multipart-request-spec), without batches and with one path per file.
 * Restricts the paths that a client may write to: an existing null in `variables`, own properties only.
 */
import { Upload } from "graphql-upload-minimal";
import type { DomainError } from "../../../core/errors";
import { malformed, printable } from "./multipartErrors";
import type { MultipartBody, ReceivedFile } from "./multipartBody";

/** Returns the operation with the files at the mapped paths. Throws BAD_USER_INPUT. */
export function processGraphqlRequest(
  body: Pick<MultipartBody, "fields" | "files">,
): Record<string, unknown> {
  const operations = parseObject(body, "operations");
  const map = parseObject(body, "map");
  const files = indexFiles(body.files);
  const paths = new Map(Object.entries(map).map(([name, value]) => [name, readPath(name, value)]));

  for (const name of files.keys())
    if (!paths.has(name)) throw malformed(`The file '${printable(name)}' is not in the map`, name);
  for (const [name, path] of paths) {
    const file = files.get(name);
    if (!file) throw malformed(`The file '${printable(name)}' of the map is not in the request`, name);
    place(operations, path, createUpload(file));
  }
  return operations;
}

function parseObject({ fields }: Pick<MultipartBody, "fields">, name: string): Record<string, unknown> {
  const [field, second] = fields.filter((each) => each.name === name);
  if (!field) throw malformed(`The field '${name}' is missing`, name);
  if (second) throw malformed(`The field '${name}' is given more than once`, name);
  const value = parseJson(field.value, name);
  if (name === "operations" && Array.isArray(value))
    throw malformed("Batches of operations are not accepted", name);
  if (!isObject(value)) throw malformed(`'${name}' must be a JSON object`, name);
  return value;
}

function parseJson(text: string, name: string): unknown {
  try {
    // Used only if the key may occur in the text, plain or escaped, because a reviver visits every value.
    return JSON.parse(text, /__proto__|\\u/.test(text) ? rejectProto : undefined);
  } catch {
    throw malformed(`The field '${name}' is not valid JSON`, name);
  }
}

/** Rejects the key `__proto__`, as Fastify's JSON parser does, because later code may copy it by assignment. */
function rejectProto(key: string, value: unknown): unknown {
  if (key === "__proto__") throw new SyntaxError("__proto__");
  return value;
}

function indexFiles(files: ReceivedFile[]): Map<string, ReceivedFile> {
  const byName = new Map<string, ReceivedFile>();
  for (const file of files) {
    const name = file.fieldName;
    if (byName.has(name)) throw malformed(`Two files have the name '${printable(name)}'`, name);
    byName.set(name, file);
  }
  return byName;
}

function readPath(name: string, value: unknown): string {
  if (!Array.isArray(value) || !value.every((path) => typeof path === "string"))
    throw malformed(`The map's entry '${printable(name)}' must be a list of paths`, name);
  const [path] = value;
  if (path === undefined || value.length !== 1)
    throw malformed(
      `The map's entry '${printable(name)}' must have exactly one path; send a file for two places twice`,
      name,
    );
  return path;
}

const NEVER = new Set(["__proto__", "constructor", "prototype"]);

function place(operations: Record<string, unknown>, path: string, upload: Upload): void {
  const segments = path.split(".");
  const last = segments.pop()!;
  if (segments[0] !== "variables") throw badPath(path, "must begin with 'variables.'");
  let parent: unknown = operations;
  for (const segment of segments) {
    if (!isOwnKey(parent, segment)) throw badPath(path, "does not exist in the operation");
    parent = parent[segment];
  }
  if (!isOwnKey(parent, last)) throw badPath(path, "does not exist in the operation");
  // Also rejects a second file for the same path.
  if (parent[last] !== null) throw badPath(path, "must point to a null");
  parent[last] = upload;
}

/** True if the key is from the JSON: not inherited, not a list's `length`, and not inside an upload. */
function isOwnKey(parent: unknown, key: string): parent is Record<string, unknown> {
  if (NEVER.has(key) || parent instanceof Upload) return false;
  if (Array.isArray(parent)) return /^(0|[1-9]\d{0,8})$/.test(key) && Number(key) < parent.length;
  return isObject(parent) && Object.hasOwn(parent, key);
}

function badPath(path: string, problem: string): DomainError {
  return malformed(`The path '${printable(path)}' of the map ${problem}`, "map");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The package's scalar requires its own class, whose types omit `resolve`. Resolvers receive a promise of the file. */
function createUpload(file: ReceivedFile): Upload {
  const upload = new Upload() as Upload & { resolve(file: ReceivedFile): void };
  upload.resolve(file);
  return upload;
}
