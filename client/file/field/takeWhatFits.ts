import type { PreparedFile } from "./prepareFile";

export function takeWhatFits(files: PreparedFile[], room: { files: number; bytes: number }) {
  let { files: count, bytes } = room;
  const taken: PreparedFile[] = [];
  const left: PreparedFile[] = [];
  for (const prepared of files) {
    const fits = count > 0 && prepared.file.size <= bytes;
    (fits ? taken : left).push(prepared);
    if (!fits) continue;
    count -= 1;
    bytes -= prepared.file.size;
  }
  return { taken, left };
}
