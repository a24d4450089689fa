/**
 * The face detector's weights as one file: a header, then for each layer its weights as 8-bit integers, a factor
 * for each column and its biases. Made by server/test/photo/convertModel.ts from MediaPipe's file (FACE-MODEL-LICENSE).
 */
import { headerBytes, openModelFile, writeHeader } from "../modelFile.rules";
import { listLayers, type LayerWeights } from "./faceNetwork.rules";

/** `FACE` */
const format = { signature: 0x46414345, version: 1 };

export type FaceModel = readonly LayerWeights[];

/** Bytes of a factor and a bias, 32-bit floats. */
const bytesPerColumn = 8;
const layerBytes = ({ inner, columns }: Pick<LayerWeights, "inner" | "columns">) =>
  inner * columns + bytesPerColumn * columns;

export function loadFaceModel(file: ArrayBuffer): FaceModel {
  const shapes = listLayers();
  const size = shapes.reduce((sum, shape) => sum + layerBytes(shape), headerBytes);
  const view = openModelFile(file, size, format);
  let at = headerBytes;
  return shapes.map(({ inner, columns }) => {
    const whole = new Int8Array(file, at, inner * columns);
    at += whole.length;
    const float = (index: number) => view.getFloat32(at + 4 * index, true);
    const weights = Float32Array.from(whole, (weight, index) => weight * float(index % columns));
    const biases = Float32Array.from({ length: columns }, (_, column) => float(columns + column));
    at += bytesPerColumn * columns;
    return { inner, columns, weights, biases };
  });
}

/** The opposite of `loadFaceModel`, for the converter. Weights are rounded to 255 steps in each column. */
export function writeFaceModel(layers: FaceModel): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(layers.reduce((sum, layer) => sum + layerBytes(layer), headerBytes));
  const view = new DataView(file.buffer);
  let at = headerBytes;
  for (const { inner, columns, weights, biases } of layers) {
    const factors = Array.from({ length: columns }, (_, column) => {
      let largest = 0;
      for (let row = 0; row < inner; row++)
        largest = Math.max(largest, Math.abs(weights[row * columns + column]!));
      return Math.fround(largest / 127);
    });
    for (const [index, weight] of weights.entries())
      view.setInt8(at++, Math.round(weight / (factors[index % columns]! || 1)));
    for (const value of [...factors, ...biases]) {
      view.setFloat32(at, value, true);
      at += 4;
    }
  }
  writeHeader(file, format);
  return file;
}
