import { markdown } from "../table";

/** The measurements for a number of applications; the names are in table order. */
export interface Size {
  applications: number;
  /** Milliseconds from the launch of the process until it is ready. */
  start: number;
  /** Maximum memory of the process (RSS) until the last response, in bytes. */
  memory: number;
  /** Median response time in milliseconds, by question. */
  answers: Readonly<Record<string, number>>;
}

/**
 * Returns a table in Markdown with a row per measurement and a column per size. The last column is the ratio of the
 * value at the largest size to the value at 10,000 applications.
 */
export function growthTable(sizes: readonly Size[]): string {
  const [first] = sizes;
  const titles = Object.keys(first?.answers ?? {});
  const base = sizes.find(({ applications }) => applications === 10_000);
  const last = sizes.at(-1)!;
  const row = (title: string, valueOf: (size: Size) => number, digits: number) => [
    title,
    ...sizes.map((size) => valueOf(size).toFixed(digits)),
    base ? (valueOf(last) / valueOf(base)).toFixed(2) : "–",
  ];
  return markdown(
    ["", ...sizes.map(({ applications }) => short(applications)), "last to 10k"],
    [
      ...titles.map((title) => row(`${title}, ms`, ({ answers }) => answers[title]!, 1)),
      row("start, ms", ({ start }) => start, 0),
      row("memory, MB", ({ memory }) => memory / 2 ** 20, 0),
    ],
  );
}

/** Formats a size: 1k, 10k, 100k, 1M. */
export function short(applications: number): string {
  return applications < 1_000_000 ? `${applications / 1_000}k` : `${applications / 1_000_000}M`;
}
