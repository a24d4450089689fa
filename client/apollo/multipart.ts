/** A file and its path in the request, e.g. `variables.input.documentFiles.0`. */
export interface FilePart {
  path: string;
  file: Blob;
}

const isFile = (value: unknown): value is Blob => typeof Blob !== "undefined" && value instanceof Blob;

/** Returns the value with each file replaced by null, and the files with their paths, in order. */
export function extractFiles(value: unknown, path: string): { clean: unknown; files: FilePart[] } {
  const files: FilePart[] = [];
  const visit = (node: unknown, at: string): unknown => {
    if (isFile(node)) {
      files.push({ path: at, file: node });
      return null;
    }
    if (Array.isArray(node)) return node.map((item, index) => visit(item, `${at}.${index}`));
    if (node !== null && typeof node === "object" && Object.getPrototypeOf(node) === Object.prototype) {
      return Object.fromEntries(
        Object.entries(node).map(([key, item]) => [key, visit(item, `${at}.${key}`)]),
      );
    }
    return node;
  };
  return { clean: visit(value, path), files };
}

/**
 * Builds the body of the GraphQL multipart request specification: `operations`, `map`, then the files in
 * order. The server accepts one path per file, so a file sent twice becomes two parts.
 */
export function multipartBody(operations: object, files: FilePart[]): FormData {
  const body = new FormData();
  body.append("operations", JSON.stringify(operations));
  body.append("map", JSON.stringify(Object.fromEntries(files.map(({ path }, index) => [index, [path]]))));
  files.forEach(({ file }, index) => {
    if (file instanceof File) body.append(String(index), file, file.name);
    else body.append(String(index), file);
  });
  return body;
}
