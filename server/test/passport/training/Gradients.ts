/** Backpropagation through a network that has just run its forward pass. */
import {
  isPooled,
  multiply,
  roundUpTo4,
  type Layer,
  type Network,
} from "../../../modules/file/passport/network.rules";

export class Gradients {
  /** The gradients, in the order of the weights. */
  readonly values: Float32Array;

  constructor(
    private readonly network: Network,
    count: number,
  ) {
    this.values = new Float32Array(count);
  }

  clear(): void {
    this.values.fill(0);
  }

  /**
   * Adds the gradients of a strip. `errors` is the gradient of the loss with respect to the output of the last layer.
   */
  add(errors: Float32Array): void {
    let end = this.values.length;
    let passed = errors;
    for (const layer of this.network.layers.toReversed()) {
      const { weights, biases, channels, windowSize } = layer;
      const own = beforePooling(layer, passed);
      if (!layer.isLast) for (let at = 0; at < own.length; at++) if (layer.values[at]! <= 0) own[at] = 0;
      const biasesFrom = end - biases.length;
      const weightsFrom = biasesFrom - weights.length;
      addProduct(layer, own, this.values.subarray(weightsFrom, biasesFrom));
      for (let at = 0; at < layer.outHeight * layer.outWidth * channels; at++)
        this.values[biasesFrom + (at % channels)]! += own[at]!;
      end = weightsFrom;
      if (end === 0) return;
      const ofWindows = new Float32Array((own.length / channels) * roundUpTo4(windowSize));
      multiply(own, transpose(layer), ofWindows, { inner: channels, columns: roundUpTo4(windowSize) });
      passed = toInput(layer, ofWindows);
    }
  }
}

/** Passes the error of each pooled value back to the input that had been the maximum. */
function beforePooling(layer: Layer, errors: Float32Array): Float32Array {
  const own = new Float32Array(layer.values.length);
  if (!isPooled(layer)) {
    own.set(errors.subarray(0, layer.outHeight * layer.outWidth * layer.channels));
    return own;
  }
  const { values, pooled, pooling, channels, outWidth, pooledWidth } = layer;
  for (let at = 0; at < pooled.length; at++) {
    const [place, channel] = [Math.floor(at / channels), at % channels];
    const [top, left] = [Math.floor(place / pooledWidth) * pooling[0], (place % pooledWidth) * pooling[1]];
    let kept = -1;
    for (let row = top; row < top + pooling[0] && kept < 0; row++)
      for (let column = left; column < left + pooling[1] && kept < 0; column++) {
        const index = (row * outWidth + column) * channels + channel;
        if (values[index] === pooled[at]) kept = index;
      }
    own[kept]! += errors[at]!;
  }
  return own;
}

/** Adds windowsᵀ · errors to `to`. */
function addProduct({ windows, windowSize, channels }: Layer, errors: Float32Array, to: Float32Array): void {
  for (let place = 0, window = 0; place < errors.length; place += channels, window += windowSize)
    for (let channel = 0; channel < channels; channel++) {
      const error = errors[place + channel]!;
      if (error === 0) continue;
      for (let index = 0, at = channel; index < windowSize; index++, at += channels)
        to[at]! += error * windows[window + index]!;
    }
}

function transpose({ weights, windowSize, channels }: Layer): Float32Array {
  const columns = roundUpTo4(windowSize);
  const transposed = new Float32Array(channels * columns);
  for (let at = 0; at < weights.length; at++)
    transposed[(at % channels) * columns + Math.floor(at / channels)] = weights[at]!;
  return transposed;
}

/** Returns, for each input value, the sum of its errors in all windows. */
function toInput(layer: Layer, ofWindows: Float32Array): Float32Array {
  const { height, width, inputs, outHeight, outWidth, window, padding, windowSize } = layer;
  const errors = new Float32Array(height * width * inputs);
  const stride = roundUpTo4(windowSize);
  for (let place = 0; place < outHeight * outWidth; place++) {
    const [top, left] = [Math.floor(place / outWidth) - padding[0], (place % outWidth) - padding[1]];
    let from = place * stride;
    for (let row = top; row < top + window[0]; row++)
      for (let column = left; column < left + window[1]; column++) {
        const isInside = row >= 0 && row < height && column >= 0 && column < width;
        const to = (row * width + column) * inputs;
        for (let channel = 0; channel < inputs; channel++, from++)
          if (isInside) errors[to + channel]! += ofWindows[from]!;
      }
  }
  return errors;
}
