/** Trains a network on strips: Adam minimises the cross-entropy of the columns. */
import { normaliseStrip, stripWidth, toBlackAndWhite } from "../../../modules/file/passport/cutStrip.rules";
import { characters } from "../../../modules/file/passport/mrzCharacters.rules";
import {
  countWeights,
  makeNetwork,
  runNetwork,
  type NetworkShape,
} from "../../../modules/file/passport/network.rules";
import type { Random } from "../drawing/Random";
import type { LabelledStrip } from "./drawStrip";
import { Gradients } from "./Gradients";

interface Training {
  shape: NetworkShape;
  strips: readonly LabelledStrip[];
  seconds: number;
  random: Random;
  /** Weights to start from; random weights by default (He et al., 2015). */
  from?: Float32Array;
  report: (line: string) => void;
}

const none = characters.length;
const classes = none + 1;
const batch = 6;
const learningRate = 0.002;

export function trainNetwork({ shape, strips, seconds, random, from, report }: Training): Float32Array {
  const weights = from ?? startWeights(shape, random);
  const network = makeNetwork(shape, weights);
  const gradients = new Gradients(network, weights.length);
  const adam = new Adam(weights.length);
  const start = Date.now();
  let [steps, loss, reported] = [0, 0, start];
  for (let done = 0; done < 1; done = (Date.now() - start) / seconds / 1000) {
    gradients.clear();
    for (let index = 0; index < batch; index++) {
      const strip = random.pick(strips);
      const levels = new Float32Array(strip.levels);
      const input = network.input === "grey" ? normaliseStrip(levels) : toBlackAndWhite(levels);
      const { errors, loss: added } = measureLoss(runNetwork(network, input), network, strip);
      gradients.add(errors);
      loss += added;
    }
    steps += 1;
    // The learning rate rises over the first 50 steps, is constant until 60 % of the time has passed, and then falls.
    const pace = Math.min(1, steps / 50) * (done < 0.6 ? 1 : Math.max(0.02, 1 - (done - 0.6) / 0.4));
    adam.step(weights, gradients.values, learningRate * pace, steps);
    if (Date.now() - reported < 20_000) continue;
    report(`${Math.round(done * 100)} %, ${steps * batch} strips, loss ${(loss / batch / steps).toFixed(4)}`);
    reported = Date.now();
  }
  return weights;
}

function startWeights(shape: NetworkShape, random: Random): Float32Array {
  const weights = new Float32Array(countWeights(shape));
  for (const layer of makeNetwork(shape, weights).layers)
    for (let at = 0; at < layer.weights.length; at++)
      layer.weights[at] = random.normal() * Math.sqrt(2 / layer.windowSize);
  return weights;
}

/** Returns the loss and its gradient with respect to the output of the last layer. */
function measureLoss(
  values: Float32Array,
  { columns, channels }: { columns: number; channels: number },
  strip: LabelledStrip,
): { errors: Float32Array; loss: number } {
  const errors = new Float32Array(values.length);
  const targets = findTargets(strip, columns);
  let loss = 0;
  for (let column = 0; column < columns; column++) {
    const scores = values.subarray(column * channels, column * channels + classes);
    const largest = Math.max(...scores);
    const sum = scores.reduce((total, score) => total + Math.exp(score - largest), 0);
    for (let index = 0; index < classes; index++) {
      const chance = Math.exp(scores[index]! - largest) / sum;
      const isTarget = index === targets[column];
      errors[column * channels + index] = ((chance - Number(isTarget)) / (batch * columns)) * 4;
      if (isTarget) loss -= Math.log(Math.max(1e-9, chance)) / columns;
    }
  }
  return { errors, loss };
}

/** Returns the class of each column: the character whose middle is within a column of it, or none. */
function findTargets({ text, middles }: LabelledStrip, columns: number): Int16Array {
  const targets = new Int16Array(columns).fill(none);
  const step = stripWidth / columns;
  const reach = 1.01;
  for (const [cell, middle] of middles.entries()) {
    const character = text[cell]!;
    const at = middle / step - 0.5;
    for (let column = Math.ceil(at - reach); column <= Math.floor(at + reach); column++)
      if (column >= 0 && column < columns)
        targets[column] = character === "?" ? none : characters.indexOf(character);
  }
  return targets;
}

/** The Adam optimiser (Kingma and Ba, 2015). */
class Adam {
  readonly #means: Float32Array;
  readonly #squares: Float32Array;

  constructor(count: number) {
    this.#means = new Float32Array(count);
    this.#squares = new Float32Array(count);
  }

  step(weights: Float32Array, gradients: Float32Array, rate: number, steps: number): void {
    const [means, squares] = [this.#means, this.#squares];
    const [first, second] = [1 - 0.9 ** steps, 1 - 0.999 ** steps];
    for (let at = 0; at < weights.length; at++) {
      const gradient = gradients[at]!;
      means[at]! += 0.1 * (gradient - means[at]!);
      squares[at]! += 0.001 * (gradient ** 2 - squares[at]!);
      weights[at]! -= (rate * (means[at]! / first)) / (Math.sqrt(squares[at]! / second) + 1e-8);
    }
  }
}
