/**
 * The face detector's weights as one file: a header, then for each layer the weights quantised to 8 bits, a scale per
 * column, and the biases. Made by server/test/photo/convertModel.ts from MediaPipe's file (FACE-MODEL-LICENSE).
 */
import { headerBytes, openModelFile } from "../modelFile.rules";
import { listLayers, type LayerWeights } from "./faceNetwork.rules";

/** Spells `FACE`. */
export const format = { signature: 0x46414345, version: 1 };

export type FaceModel = readonly LayerWeights[];

/** Bytes of one column's scale and bias, both 32-bit floats. */
const bytesPerColumn = 8;
export const layerBytes = ({ inner, columns }: Pick<LayerWeights, "inner" | "columns">) =>
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
