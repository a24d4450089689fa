/**
 * Our implementation of BlazeFace (Bazarevsky et al., 2019), MediaPipe's short-range face detector. Activations are
 * in the order row, column, channel.
 */
import { multiply, roundUpTo4 } from "../passport/network.rules";

/** Side length, in pixels, of the square picture that the network reads. */
export const inputSide = 128;

interface BlockShape {
  outputs: number;
  /** Stride of the window; 2 halves width and height. */
  stride: 1 | 2;
}

/** Pads the channels with weights of 0, because `multiply` requires a multiple of 4. */
const block = (outputs: number, stride: 1 | 2 = 1): BlockShape => ({ outputs: roundUpTo4(outputs), stride });

/** The first layer: a window of 5 × 5 with a stride of 2. */
const firstWindow = 5;
const firstOutputs = 24;
const firstSide = inputSide / 2;
/** Each block is a 3 × 3 window on every channel, a product over the channels, and the input added to the result. */
const blocks: readonly BlockShape[] = [
  ...[block(24), block(28), block(32, 2), block(36), block(42), block(48, 2), block(56), block(64)],
  ...[block(72), block(80), block(88), block(96, 2), block(96), block(96), block(96), block(96)],
];
/** Index of the last block whose output is 16 × 16, which the first head reads. */
const lastOf16 = 10;

/** A head returns, for each position, the scores of its anchors and then 16 numbers per anchor. */
export interface Head {
  side: number;
  anchors: number;
}
export const numbersPerAnchor = 16;
export const heads: readonly [Head, Head] = [
  { side: 16, anchors: 2 },
  { side: 8, anchors: 6 },
];
const headOutputs = ({ anchors }: Head) => roundUpTo4(anchors * (1 + numbersPerAnchor));

/** Shape of a layer's weights: `inner` rows of `columns`. */
export interface LayerShape {
  inner: number;
  columns: number;
}

/** The layers in the order of the model file. */
export function listLayers(): LayerShape[] {
  const layers: LayerShape[] = [{ inner: firstWindow ** 2 * 3, columns: firstOutputs }];
  let inputs = firstOutputs;
  for (const { outputs } of blocks) {
    layers.push({ inner: 9, columns: inputs }, { inner: inputs, columns: outputs });
    inputs = outputs;
  }
  layers.push({ inner: blocks[lastOf16]!.outputs, columns: headOutputs(heads[0]) });
  layers.push({ inner: inputs, columns: headOutputs(heads[1]) });
  return layers;
}

export interface LayerWeights extends LayerShape {
  weights: Float32Array;
  biases: Float32Array;
}

interface Values {
  side: number;
  channels: number;
  values: Float32Array;
}

/** Returns the values of both heads. `input` has 128 × 128 × 3 values from -1 to 1. */
export function runFaceNetwork(layers: readonly LayerWeights[], input: Float32Array): [Values, Values] {
  const [first, ...rest] = layers;
  let values = relu(product(copyFirstWindows(input), firstSide, first!));
  let before = values;
  for (const [index, { stride }] of blocks.entries()) {
    const moved = filterChannels(values, rest[2 * index]!, stride);
    const result = product(moved.values, moved.side, rest[2 * index + 1]!);
    addInput(result, stride === 2 ? poolByTwo(values) : values);
    values = relu(result);
    if (index === lastOf16) before = values;
  }
  const [head16, head8] = rest.slice(2 * blocks.length);
  return [product(before.values, before.side, head16!), product(values.values, values.side, head8!)];
}

function product(input: Float32Array, side: number, layer: LayerWeights): Values {
  const values = new Float32Array(side * side * layer.columns);
  multiply(input, layer.weights, values, layer);
  return { side, channels: layer.columns, values };
}

function relu(result: Values): Values {
  const { values } = result;
  for (let at = 0; at < values.length; at++) if (values[at]! < 0) values[at] = 0;
  return result;
}

/** Copies a 5 × 5 window for every second pixel. Each window begins one pixel above and to the left of its pixel. */
function copyFirstWindows(input: Float32Array): Float32Array {
  const windows = new Float32Array(firstSide * firstSide * firstWindow ** 2 * 3);
  let to = 0;
  for (let y = 0; y < firstSide; y++)
    for (let x = 0; x < firstSide; x++)
      for (let row = 2 * y - 1; row < 2 * y - 1 + firstWindow; row++)
        for (let column = 2 * x - 1; column < 2 * x - 1 + firstWindow; column++, to += 3) {
          if (row < 0 || row >= inputSide || column < 0 || column >= inputSide) continue;
          const from = (row * inputSide + column) * 3;
          for (let channel = 0; channel < 3; channel++) windows[to + channel] = input[from + channel]!;
        }
  return windows;
}

/** Applies a depthwise convolution: a 3 × 3 window on each channel separately. */
function filterChannels({ side, channels, values }: Values, layer: LayerWeights, stride: 1 | 2): Values {
  const outSide = side / stride;
  const { weights, biases } = layer;
  const filtered = new Float32Array(outSide * outSide * channels);
  // With a stride of 2, the padding is at the end ("same" padding of TensorFlow).
  const shift = stride === 2 ? 0 : -1;
  for (let y = 0, to = 0; y < outSide; y++)
    for (let x = 0; x < outSide; x++, to += channels) {
      filtered.set(biases, to);
      for (let window = 0; window < 9; window++) {
        const row = y * stride + shift + Math.floor(window / 3);
        const column = x * stride + shift + (window % 3);
        if (row < 0 || row >= side || column < 0 || column >= side) continue;
        const from = (row * side + column) * channels;
        const weight = window * channels;
        for (let channel = 0; channel < channels; channel++)
          filtered[to + channel]! += values[from + channel]! * weights[weight + channel]!;
      }
    }
  return { side: outSide, channels, values: filtered };
}

/** Halves width and height by max pooling over 2 × 2 pixels. */
function poolByTwo({ side, channels, values }: Values): Values {
  const outSide = side / 2;
  const pooled = new Float32Array(outSide * outSide * channels);
  for (let y = 0, to = 0; y < outSide; y++)
    for (let x = 0; x < outSide; x++)
      for (let channel = 0; channel < channels; channel++, to++) {
        const one = (2 * y * side + 2 * x) * channels + channel;
        const below = one + side * channels;
        pooled[to] = Math.max(
          values[one]!,
          values[one + channels]!,
          values[below]!,
          values[below + channels]!,
        );
      }
  return { side: outSide, channels, values: pooled };
}

/** Adds the input of a block to its output (residual connection). Additional channels of the output stay unchanged. */
function addInput(result: Values, input: Values): void {
  for (let place = 0; place < result.side ** 2; place++) {
    const to = place * result.channels;
    const from = place * input.channels;
    for (let channel = 0; channel < input.channels; channel++)
      result.values[to + channel]! += input.values[from + channel]!;
  }
}
