/** Checks the files of trained networks, which consist of a header and the weights. Pure. */

export interface ModelFormat {
  /** Four ASCII letters, as a number. */
  signature: number;
  /** The version of the model format, incremented when the shape of a network changes. */
  version: number;
}

/** Signature, version and checksum of the weights, 4 bytes each, little-endian. */
export const headerBytes = 12;

/** Thrown if a file is not a model of this version. */
class ModelError extends Error {
  override readonly name = "ModelError";
}

/** Returns a view of the file. Throws `ModelError` unless it is valid and has `size` bytes, header included. */
export function openModelFile(
  file: ArrayBuffer,
  size: number,
  { signature, version }: ModelFormat,
): DataView<ArrayBuffer> {
  if (file.byteLength !== size) throw new ModelError("wrong size");
  const view = new DataView(file);
  if (view.getUint32(0, true) !== signature) throw new ModelError("not a model");
  if (view.getUint32(4, true) !== version) throw new ModelError("another version");
  if (view.getUint32(8, true) !== checksum(file)) throw new ModelError("corrupt");
  return view;
}

/** Returns the 32-bit FNV-1a hash of the weights, which detects damage but not forgery. */
export function checksum(file: ArrayBuffer): number {
  let hash = 0x811c9dc5;
  for (const byte of new Uint8Array(file, headerBytes)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
