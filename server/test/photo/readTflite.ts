/** Reads the layers with weights from a .tflite file (FlatBuffers, TensorFlow Lite schema version 3). */

export interface TfliteLayer {
  shape: number[];
  weights: Float32Array;
  biases: Float32Array;
  isDepthwise: boolean;
}

const convolution = 3;
const depthwise = 4;
const dequantize = 6;

export function readTflite(bytes: Uint8Array): TfliteLayer[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const follow = (at: number) => at + view.getUint32(at, true);
  const field = (table: number, index: number) => {
    const names = table - view.getInt32(table, true);
    const isThere = 4 + index * 2 < view.getUint16(names, true);
    const offset = isThere ? view.getUint16(names + 4 + index * 2, true) : 0;
    return offset ? table + offset : undefined;
  };
  const vector = (table: number, index: number) => {
    const at = field(table, index);
    return at === undefined
      ? { start: 0, length: 0 }
      : { start: follow(at) + 4, length: view.getUint32(follow(at), true) };
  };
  const integers = (table: number, index: number) => {
    const { start, length } = vector(table, index);
    return Array.from({ length }, (_, item) => view.getInt32(start + item * 4, true));
  };
  const tables = (table: number, index: number) => {
    const { start, length } = vector(table, index);
    return Array.from({ length }, (_, item) => follow(start + item * 4));
  };
  const byte = (table: number, index: number) => view.getInt8(field(table, index) ?? 0);
  const integer = (table: number, index: number) => {
    const at = field(table, index);
    return at === undefined ? 0 : view.getInt32(at, true);
  };

  const model = follow(0);
  const graph = tables(model, 2)[0]!;
  const codes = tables(model, 1).map((table) =>
    Math.max(field(table, 0) ? byte(table, 0) : 0, integer(table, 3)),
  );
  const buffers = tables(model, 4).map((table) => vector(table, 0));
  const tensors = tables(graph, 0).map((table) => ({
    shape: integers(table, 0),
    ...buffers[integer(table, 2)]!,
  }));
  const operations = tables(graph, 3).map((table) => ({
    code: codes[integer(table, 0)],
    inputs: integers(table, 1),
    outputs: integers(table, 2),
  }));
  /** Maps a 32-bit tensor to the stored 16-bit tensor from which an operation of the graph computes it. */
  const stored = new Map(
    operations
      .filter(({ code }) => code === dequantize)
      .map(({ inputs, outputs }) => [outputs[0]!, inputs[0]!]),
  );
  const floats = (tensor: number) => {
    const { start, length } = tensors[stored.get(tensor)!]!;
    return Float32Array.from({ length: length / 2 }, (_, index) =>
      toFloat(view.getUint16(start + index * 2, true)),
    );
  };
  return operations
    .filter(({ code }) => code === convolution || code === depthwise)
    .map(({ code, inputs }) => ({
      shape: tensors[inputs[1]!]!.shape,
      weights: floats(inputs[1]!),
      biases: floats(inputs[2]!),
      isDepthwise: code === depthwise,
    }));
}

/** Converts an IEEE 754 binary16 number. Does not handle infinity, which the file does not contain. */
function toFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const [exponent, fraction] = [(half >> 10) & 31, half & 1023];
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
