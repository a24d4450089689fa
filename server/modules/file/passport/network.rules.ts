/** Small convolutional networks that read a strip. Activations are in the order row, column, channel. */
import { stripHeight, stripWidth } from "./cutStrip.rules";

interface LayerShape {
  /** Height and width of the window. */
  window: readonly [number, number];
  channels: number;
  padding: readonly [number, number];
  /** Height and width of the areas of max pooling. */
  pooling: readonly [number, number];
  isLast?: true;
}

export interface NetworkShape {
  input: "grey" | "blackAndWhite";
  layers: readonly LayerShape[];
}

export type Layer = ReturnType<typeof makeLayer>;

export interface Network {
  input: NetworkShape["input"];
  layers: readonly Layer[];
  /** Number of columns of the output, and of values per column. */
  columns: number;
  channels: number;
}

export const roundUpTo4 = (count: number) => (count + 3) & ~3;

/**
 * Returns a layer with its weights and the buffer for its activations; `windowSize` is the number of values in a
 * window.
 */
function makeLayer(
  shape: LayerShape,
  { height, width, inputs }: { height: number; width: number; inputs: number },
  take: (count: number) => Float32Array,
) {
  const outHeight = height + 2 * shape.padding[0] - shape.window[0] + 1;
  const outWidth = width + 2 * shape.padding[1] - shape.window[1] + 1;
  const windowSize = shape.window[0] * shape.window[1] * inputs;
  const pooledHeight = Math.floor(outHeight / shape.pooling[0]);
  const pooledWidth = Math.floor(outWidth / shape.pooling[1]);
  const places = roundUpTo4(outHeight * outWidth);
  return {
    ...shape,
    height,
    width,
    inputs,
    outHeight,
    outWidth,
    pooledHeight,
    pooledWidth,
    windowSize,
    weights: take(windowSize * shape.channels),
    biases: take(shape.channels),
    windows: new Float32Array(places * windowSize),
    values: new Float32Array(places * shape.channels),
    pooled: new Float32Array(pooledHeight * pooledWidth * shape.channels),
  };
}

/** `weights` contains the weights and then the biases of each layer. */
export function makeNetwork({ input, layers: shapes }: NetworkShape, weights: Float32Array): Network {
  let taken = 0;
  const take = (count: number) => weights.subarray(taken, (taken += count));
  let size = { height: stripHeight, width: stripWidth, inputs: 1 };
  const layers = shapes.map((shape) => {
    const layer = makeLayer(shape, size, take);
    size = { height: layer.pooledHeight, width: layer.pooledWidth, inputs: layer.channels };
    return layer;
  });
  return { input, layers, columns: size.width, channels: size.inputs };
}

export function countWeights({ layers }: NetworkShape): number {
  let inputs = 1;
  let count = 0;
  for (const { window, channels } of layers) {
    count += window[0] * window[1] * inputs * channels + channels;
    inputs = channels;
  }
  return count;
}

/** Returns the output of the last layer, in a buffer that the next call overwrites. */
export function runNetwork({ layers }: Network, input: Float32Array): Float32Array {
  let values = input;
  for (const layer of layers) {
    copyWindows(layer, values);
    const { windows, weights, biases, windowSize, channels } = layer;
    multiply(windows, weights, layer.values, { inner: windowSize, columns: channels, biases });
    if (!layer.isLast)
      for (let at = 0; at < layer.values.length; at++) if (layer.values[at]! < 0) layer.values[at] = 0;
    values = isPooled(layer) ? pool(layer) : layer.values;
  }
  return values;
}

export function isPooled({ pooling }: LayerShape): boolean {
  return pooling[0] > 1 || pooling[1] > 1;
}

/** Copies the window around each position, so that a layer is one matrix product. */
function copyWindows(layer: Layer, values: Float32Array): void {
  const { height, width, inputs, outHeight, outWidth, windows } = layer;
  const [windowHeight, windowWidth] = layer.window;
  const [above, before] = layer.padding;
  let to = 0;
  for (let y = 0; y < outHeight; y++)
    for (let x = 0; x < outWidth; x++)
      for (let row = y - above; row < y - above + windowHeight; row++)
        for (let column = x - before; column < x - before + windowWidth; column++) {
          const isInside = row >= 0 && row < height && column >= 0 && column < width;
          let from = (row * width + column) * inputs;
          for (let channel = 0; channel < inputs; channel++) windows[to++] = isInside ? values[from++]! : 0;
        }
}

interface Product {
  /** Columns of the first matrix, rows of the second. */
  inner: number;
  /** Columns of the second matrix; a multiple of 4. */
  columns: number;
  biases?: Float32Array;
}

/** Writes the product of two matrices to `result`, in blocks of 2 × 4. The number of rows must be even. */
export function multiply(
  first: Float32Array,
  second: Float32Array,
  result: Float32Array,
  { inner, columns, biases }: Product,
): void {
  for (let row = 0, to = 0; to < result.length; row += 2, to += 2 * columns)
    for (let column = 0; column < columns; column += 4) {
      let a0 = biases?.[column] ?? 0;
      let a1 = biases?.[column + 1] ?? 0;
      let a2 = biases?.[column + 2] ?? 0;
      let a3 = biases?.[column + 3] ?? 0;
      let [b0, b1, b2, b3] = [a0, a1, a2, a3];
      let [one, other, from] = [row * inner, (row + 1) * inner, column];
      for (const end = one + inner; one < end; one++, other++, from += columns) {
        const [a, b] = [first[one]!, first[other]!];
        const s0 = second[from]!;
        const s1 = second[from + 1]!;
        const s2 = second[from + 2]!;
        const s3 = second[from + 3]!;
        a0 += a * s0;
        a1 += a * s1;
        a2 += a * s2;
        a3 += a * s3;
        b0 += b * s0;
        b1 += b * s1;
        b2 += b * s2;
        b3 += b * s3;
      }
      result[to + column] = a0;
      result[to + column + 1] = a1;
      result[to + column + 2] = a2;
      result[to + column + 3] = a3;
      result[to + columns + column] = b0;
      result[to + columns + column + 1] = b1;
      result[to + columns + column + 2] = b2;
      result[to + columns + column + 3] = b3;
    }
}

function pool(layer: Layer): Float32Array {
  const { values, pooled, pooling, channels, outWidth, pooledHeight, pooledWidth } = layer;
  let to = 0;
  for (let y = 0; y < pooledHeight; y++)
    for (let x = 0; x < pooledWidth; x++)
      for (let channel = 0; channel < channels; channel++) {
        let largest = -Infinity;
        for (let row = y * pooling[0]; row < (y + 1) * pooling[0]; row++)
          for (let column = x * pooling[1]; column < (x + 1) * pooling[1]; column++) {
            const value = values[(row * outWidth + column) * channels + channel]!;
            if (value > largest) largest = value;
          }
        pooled[to++] = largest;
      }
  return pooled;
}
