/** The trained networks, as one file: a header and the weights as 16-bit floats (IEEE 754 binary16). */
import { countWeights, makeNetwork, type Network, type NetworkShape } from "./network.rules";

/** Changes with the networks' shapes or the strips they were trained on. */
const modelVersion = 1;
/** `MRZN` */
const signature = 0x4d525a4e;
/** Signature, version and checksum of the weights, 4 bytes each, little-endian. */
const headerBytes = 12;

/** Classes of a column: the 37 characters, "no character", and two unused for even blocks. */
const outputChannels = 40;

export const networkShapes: { grey: NetworkShape; blackAndWhite: NetworkShape } = {
  grey: {
    input: "grey",
    layers: [
      { window: [3, 3], channels: 8, padding: [1, 1], pooling: [2, 2] },
      { window: [3, 3], channels: 16, padding: [1, 1], pooling: [2, 2] },
      { window: [3, 3], channels: 24, padding: [1, 1], pooling: [2, 1] },
      { window: [3, 5], channels: 56, padding: [0, 2], pooling: [1, 1] },
      { window: [1, 1], channels: outputChannels, padding: [0, 0], pooling: [1, 1], isLast: true },
    ],
  },
  // Built and trained differently, so that it does not repeat the other's mistakes.
  blackAndWhite: {
    input: "blackAndWhite",
    layers: [
      { window: [5, 5], channels: 8, padding: [2, 2], pooling: [2, 2] },
      { window: [5, 5], channels: 16, padding: [2, 2], pooling: [3, 2] },
      { window: [4, 7], channels: 56, padding: [0, 3], pooling: [1, 1] },
      { window: [1, 1], channels: outputChannels, padding: [0, 0], pooling: [1, 1], isLast: true },
    ],
  },
};

export interface PassportModel {
  /** Reads. */
  grey: Network;
  /** Confirms or objects. */
  blackAndWhite: Network;
}

/** Thrown if the file is not this version's model. */
export class ModelError extends Error {
  override readonly name = "ModelError";
}

export function loadModel(file: ArrayBuffer): PassportModel {
  const counts = [countWeights(networkShapes.grey), countWeights(networkShapes.blackAndWhite)] as const;
  const view = new DataView(file);
  if (file.byteLength !== headerBytes + 2 * (counts[0] + counts[1])) throw new ModelError("wrong size");
  if (view.getUint32(0, true) !== signature) throw new ModelError("not a model");
  if (view.getUint32(4, true) !== modelVersion) throw new ModelError("another version");
  const bytes = new Uint8Array(file, headerBytes);
  if (view.getUint32(8, true) !== checksum(bytes)) throw new ModelError("corrupt");
  const weights = Float32Array.from({ length: counts[0] + counts[1] }, (_, index) =>
    toFloat(view.getUint16(headerBytes + 2 * index, true)),
  );
  return {
    grey: makeNetwork(networkShapes.grey, weights.subarray(0, counts[0])),
    blackAndWhite: makeNetwork(networkShapes.blackAndWhite, weights.subarray(counts[0])),
  };
}

/** The opposite of `loadModel`, for the trainer. */
export function writeModel(grey: Float32Array, blackAndWhite: Float32Array): Uint8Array<ArrayBuffer> {
  const weights = [...grey, ...blackAndWhite];
  const file = new Uint8Array(headerBytes + 2 * weights.length);
  const view = new DataView(file.buffer);
  for (const [index, weight] of weights.entries())
    view.setUint16(headerBytes + 2 * index, fromFloat(weight), true);
  view.setUint32(0, signature, true);
  view.setUint32(4, modelVersion, true);
  view.setUint32(8, checksum(file.subarray(headerBytes)), true);
  return file;
}

/** FNV-1a, 32 bits. Detects damage; it is no protection against forgery. */
export function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function toFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const [exponent, fraction] = [(half >> 10) & 31, half & 1023];
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Weights are far below the largest half-precision float. */
function fromFloat(value: number): number {
  const sign = value < 0 ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  // A fraction that rounds up to 1024 carries over to the exponent.
  return sign | (((exponent + 15) << 10) + Math.round((size / 2 ** exponent - 1) * 1024));
}
