/** The trained networks, as one file: a header and the weights as 16-bit floats (IEEE 754 binary16). */
import { headerBytes, openModelFile } from "../modelFile.rules";
import { countWeights, makeNetwork, type Network, type NetworkShape } from "./network.rules";

/** The signature spells `MRZN`. The version also changes if the networks are trained on other strips. */
export const format = { signature: 0x4d525a4e, version: 1 };

/** Classes per column: 37 characters, "no character" and 2 unused ones, because `multiply` requires a multiple of 4. */
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
  // Built and trained differently, so that it does not repeat the other network's mistakes.
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
  /** Reads the characters. */
  grey: Network;
  /** Confirms or vetoes the characters. */
  blackAndWhite: Network;
}

export function loadModel(file: ArrayBuffer): PassportModel {
  const counts = [countWeights(networkShapes.grey), countWeights(networkShapes.blackAndWhite)] as const;
  const view = openModelFile(file, headerBytes + 2 * (counts[0] + counts[1]), format);
  const weights = Float32Array.from({ length: counts[0] + counts[1] }, (_, index) =>
    toFloat(view.getUint16(headerBytes + 2 * index, true)),
  );
  return {
    grey: makeNetwork(networkShapes.grey, weights.subarray(0, counts[0])),
    blackAndWhite: makeNetwork(networkShapes.blackAndWhite, weights.subarray(counts[0])),
  };
}

function toFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const [exponent, fraction] = [(half >> 10) & 31, half & 1023];
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
