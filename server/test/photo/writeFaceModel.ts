import { headerBytes } from "../../modules/file/modelFile.rules";
import { format, layerBytes, type FaceModel } from "../../modules/file/photo/faceModel.rules";
import { writeHeader } from "../passport/training/writeModel";

/** Writes what `loadFaceModel` reads, for the converter. Quantises the weights to 8 bits, with one scale per column. */
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
