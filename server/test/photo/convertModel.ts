/**
 * Writes faceModel.bin from MediaPipe's file: in an empty folder, `npm install @mediapipe/face_detection@0.4.1657300184`,
 * then `npx tsx server/test/photo/convertModel.ts <folder>/node_modules/@mediapipe/face_detection/face_detection_short_range.tflite`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { writeFaceModel } from "./writeFaceModel";
import { roundUpTo4 } from "../../modules/file/passport/network.rules";
import { listLayers, type LayerWeights } from "../../modules/file/photo/faceNetwork.rules";
import { readTflite, type TfliteLayer } from "./readTflite";
import { faceModelPath } from "./readPhoto";

const [, , path] = process.argv;
if (!path) throw new Error("Give the path of face_detection_short_range.tflite");

/** Reorders `[output][row][column][input]` to rows of outputs, and pads inputs and outputs to multiples of 4. */
function toRows({ shape, weights, biases, isDepthwise }: TfliteLayer): LayerWeights {
  const [first, height, width, last] = shape as [number, number, number, number];
  const area = height * width;
  if (isDepthwise) {
    const columns = roundUpTo4(last);
    const rows = new Float32Array(area * columns);
    for (let at = 0; at < area; at++)
      for (let channel = 0; channel < last; channel++)
        rows[at * columns + channel] = weights[at * last + channel]!;
    return { inner: area, columns, weights: rows, biases: padTo(biases, columns) };
  }
  const columns = roundUpTo4(first);
  const inputs = area === 1 ? roundUpTo4(last) : last;
  const rows = new Float32Array(area * inputs * columns);
  for (let output = 0; output < first; output++)
    for (let at = 0; at < area; at++)
      for (let input = 0; input < last; input++)
        rows[(at * inputs + input) * columns + output] = weights[(output * area + at) * last + input]!;
  return { inner: area * inputs, columns, weights: rows, biases: padTo(biases, columns) };
}

function padTo(values: Float32Array, length: number): Float32Array {
  const padded = new Float32Array(length);
  padded.set(values);
  return padded;
}

/** Concatenates the two layers of a head, for the scores and for the boxes, because both read the same input. */
function joinHead(scores: TfliteLayer, numbers: TfliteLayer): TfliteLayer {
  return {
    shape: [scores.shape[0]! + numbers.shape[0]!, ...numbers.shape.slice(1)],
    weights: Float32Array.from([...scores.weights, ...numbers.weights]),
    biases: Float32Array.from([...scores.biases, ...numbers.biases]),
    isDepthwise: false,
  };
}

const all = readTflite(new Uint8Array(readFileSync(path)));
const body = all.slice(0, -4);
const [score16, score8, numbers16, numbers8] = all.slice(-4) as [
  TfliteLayer,
  TfliteLayer,
  TfliteLayer,
  TfliteLayer,
];
const layers = [...body, joinHead(score16, numbers16), joinHead(score8, numbers8)].map(toRows);
for (const [index, { inner, columns }] of listLayers().entries())
  if (layers[index]?.inner !== inner || layers[index]?.columns !== columns)
    throw new Error(`Layer ${index} has another shape: is it the short-range model?`);
writeFileSync(faceModelPath, writeFaceModel(layers));
