/** Limits the attempts at a login code, with reserved attempts for its requester. Pure. */

/** Maximum number of attempts per code with its handle, and per network without it. */
const maxTries = 5;
/** Maximum number of attempts from all other networks together, so that many of them cannot guess a code. */
const maxTriesElsewhere = 10;

/** The attempts counted for a code. */
export interface CodeTries {
  /** Attempts with its handle. */
  tries: number;
  /** The network that requested the code. */
  askedFrom: string;
  /** Attempts without its handle, by network. */
  triesFrom: Readonly<Record<string, number>>;
}

/** The source of an attempt: with the code's handle, or from a network without it. */
export type Trier = { hasHandle: true } | { hasHandle: false; network: string };

/** Returns the counts with one more attempt, or undefined if this source has none left. */
export function countTry(code: CodeTries, trier: Trier): CodeTries | undefined {
  if (trier.hasHandle) return code.tries < maxTries ? { ...code, tries: code.tries + 1 } : undefined;
  const { network } = trier;
  const own = code.triesFrom[network] ?? 0;
  const isElsewhere = network !== code.askedFrom;
  if (own >= maxTries || (isElsewhere && triesElsewhere(code) >= maxTriesElsewhere)) return undefined;
  return { ...code, triesFrom: { ...code.triesFrom, [network]: own + 1 } };
}

/** Total number of attempts at a code. */
export function allTries({ tries, triesFrom }: CodeTries): number {
  return sum([tries, ...Object.values(triesFrom)]);
}

/** True if this source has no attempts left. */
export function isLastTry(code: CodeTries, trier: Trier): boolean {
  return countTry(code, trier) === undefined;
}

function triesElsewhere({ askedFrom, triesFrom }: CodeTries): number {
  return sum(Object.entries(triesFrom).map(([network, tries]) => (network === askedFrom ? 0 : tries)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
