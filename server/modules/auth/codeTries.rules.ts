/** Who may try a login code how often: tries belong to who asked for it. Pure. */

/** Tries of a code for whoever asked for it, and without its handle for each address. */
const maxTries = 5;
/** Tries of a code for all other addresses together, so that many of them cannot guess it. */
const maxTriesElsewhere = 10;

/** What is counted of a code. */
export interface CodeTries {
  /** With its handle. */
  tries: number;
  /** The network that asked for it. */
  askedFrom: string;
  /** Without its handle, by network. */
  triesFrom: Readonly<Record<string, number>>;
}

/** Who tries: with the code's handle, or from a network without it. */
export type Trier = { hasHandle: true } | { hasHandle: false; network: string };

/** The counts with one try more; undefined where whoever tries has none left. */
export function countTry(code: CodeTries, trier: Trier): CodeTries | undefined {
  if (trier.hasHandle) return code.tries < maxTries ? { ...code, tries: code.tries + 1 } : undefined;
  const { network } = trier;
  const own = code.triesFrom[network] ?? 0;
  const isElsewhere = network !== code.askedFrom;
  if (own >= maxTries || (isElsewhere && triesElsewhere(code) >= maxTriesElsewhere)) return undefined;
  return { ...code, triesFrom: { ...code.triesFrom, [network]: own + 1 } };
}

/** How often a code was tried by anybody. */
export function allTries({ tries, triesFrom }: CodeTries): number {
  return sum([tries, ...Object.values(triesFrom)]);
}

/** Whether that was the last try that whoever tries has. */
export function isLastTry(code: CodeTries, trier: Trier): boolean {
  return countTry(code, trier) === undefined;
}

function triesElsewhere({ askedFrom, triesFrom }: CodeTries): number {
  return sum(Object.entries(triesFrom).map(([network, tries]) => (network === askedFrom ? 0 : tries)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
