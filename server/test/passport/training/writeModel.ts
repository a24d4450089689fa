import { checksum, headerBytes, type ModelFormat } from "../../../modules/file/modelFile.rules";
import { format } from "../../../modules/file/passport/passportModel.rules";

/** Writes what `loadModel` reads, for the trainer. */
export function writeModel(grey: Float32Array, blackAndWhite: Float32Array): Uint8Array<ArrayBuffer> {
  const weights = [...grey, ...blackAndWhite];
  const file = new Uint8Array(headerBytes + 2 * weights.length);
  const view = new DataView(file.buffer);
  for (const [index, weight] of weights.entries())
    view.setUint16(headerBytes + 2 * index, fromFloat(weight), true);
  writeHeader(file, format);
  return file;
}

/** Writes the header with the checksum of the weights, which must be complete. */
export function writeHeader({ buffer }: Uint8Array<ArrayBuffer>, { signature, version }: ModelFormat): void {
  const view = new DataView(buffer);
  view.setUint32(0, signature, true);
  view.setUint32(4, version, true);
  view.setUint32(8, checksum(buffer), true);
}

/** Does not check for overflow, because weights are far below the largest half-precision float. */
function fromFloat(value: number): number {
  const sign = value < 0 ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  // A fraction that rounds up to 1024 carries into the exponent.
  return sign | (((exponent + 15) << 10) + Math.round((size / 2 ** exponent - 1) * 1024));
}
