interface FileMark {
  $file: { id: string; name: string; type: string; lastModified: number };
}

const ids = new WeakMap<Blob, string>();

/** Returns the file's id, which stays the same while the page is open, so that the bytes are stored once. */
function fileIdFor(file: Blob): string {
  const id = ids.get(file) ?? crypto.randomUUID();
  ids.set(file, id);
  return id;
}

const isMark = (value: unknown): value is FileMark =>
  typeof value === "object" && value !== null && "$file" in value;

/** Returns the content as JSON with placeholders for files, and the files by id. */
export function takeOutFiles(content: unknown): { text: string; files: Map<string, Blob> } {
  const files = new Map<string, Blob>();
  const text = JSON.stringify(content, (_name, value: unknown) => {
    if (!(value instanceof Blob)) return value;
    const id = fileIdFor(value);
    files.set(id, value);
    const { name, lastModified } = value instanceof File ? value : { name: "", lastModified: 0 };
    return { $file: { id, name, type: value.type, lastModified } } satisfies FileMark;
  });
  return { text, files };
}

/** Returns the ids in a text's placeholders for files. */
export function findFileIds(text: string): string[] {
  const found: string[] = [];
  JSON.parse(text, (_name, value: unknown) => {
    if (isMark(value)) found.push(value.$file.id);
    return value;
  });
  return found;
}

/** Restores the content, with a `File` for each placeholder. */
export function putFilesBack(text: string, bytes: ReadonlyMap<string, ArrayBuffer>): unknown {
  return JSON.parse(text, (_name, value: unknown) => {
    if (!isMark(value)) return value;
    const { id, name, type, lastModified } = value.$file;
    const stored = bytes.get(id);
    if (!stored) throw new Error("A file of the draft is missing");
    const file = new File([stored], name, { type, lastModified });
    ids.set(file, id);
    return file;
  });
}
