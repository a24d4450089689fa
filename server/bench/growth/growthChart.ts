/** Draws the measurements as three charts side by side, with the sizes in powers of ten on the horizontal axis. */
import { escapeHtml } from "../../core/escapeHtml";
import { short, type Size } from "./growthTable";

interface Line {
  title: string;
  values: readonly number[];
}

interface Chart {
  title: string;
  lines: readonly Line[];
}

/** Sizes of the whole picture and of each chart in it, in pixels. */
const height = 330;
const left = 50;
const plot = { width: 220, height: 200, top: 44 };
const chartWidth = left + plot.width + 30;
/** The markers at the points identify the lines for readers who cannot distinguish the colours. */
const colours = ["#1f6feb", "#b3541e", "#2d7d46", "#8250df", "#57606a", "#9a6700"];
const signs = ["●", "■", "▲", "◆", "✕", "○"];

/** Returns a standalone SVG that is readable on light and dark backgrounds. */
export function growthChart(sizes: readonly Size[], caption: string): string {
  const titles = Object.keys(sizes[0]?.answers ?? {});
  const charts: Chart[] = [
    {
      title: "Time to a response, ms",
      lines: titles.map((title) => ({ title, values: sizes.map(({ answers }) => answers[title]!) })),
    },
    { title: "Start, ms", lines: [{ title: "start", values: sizes.map(({ start }) => start) }] },
    {
      title: "Peak memory, MB",
      lines: [{ title: "memory", values: sizes.map(({ memory }) => memory / 2 ** 20) }],
    },
  ];
  const width = charts.length * chartWidth;
  const bottom = sizes.map(({ applications }) => short(applications));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="11" role="img">
<title>${escapeHtml(caption)}</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${charts.map((chart, index) => drawChart(chart, bottom, index * chartWidth + left)).join("\n")}
</svg>
`;
}

function drawChart({ title, lines }: Chart, bottom: readonly string[], x: number): string {
  const top = ceiling(Math.max(...lines.flatMap(({ values }) => values)));
  const xOf = (index: number) => round(x + (index * plot.width) / Math.max(1, bottom.length - 1));
  const yOf = (value: number) => round(plot.top + plot.height * (1 - value / top));
  const grid = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const y = yOf(part * top);
    return `<line x1="${x}" x2="${x + plot.width}" y1="${y}" y2="${y}" stroke="#d0d7de"/>
<text x="${x - 6}" y="${y + 4}" text-anchor="end" fill="#57606a">${part * top}</text>`;
  });
  const below = bottom.map(
    (text, index) =>
      `<text x="${xOf(index)}" y="${plot.top + plot.height + 18}" text-anchor="middle" fill="#57606a">${text}</text>`,
  );
  const drawn = lines.map((line, index) => drawLine(line, index, { xOf, yOf }));
  const names = lines.length > 1 ? lines.map((line, index) => drawName(line, index, x)) : [];
  const head = `<text x="${x}" y="24" font-size="13" font-weight="bold" fill="#1f2328">${escapeHtml(title)}</text>`;
  return [head, ...grid, ...below, ...drawn, ...names].join("\n");
}

interface Places {
  xOf(index: number): number;
  yOf(value: number): number;
}

function drawLine({ values }: Line, index: number, { xOf, yOf }: Places): string {
  const points = values.map((value, at) => [xOf(at), yOf(value)] as const);
  const marks = points.map(
    ([x, y]) =>
      `<text x="${x}" y="${y + 4}" text-anchor="middle" fill="${colours[index]}">${signs[index]}</text>`,
  );
  const path = points.map((point) => point.join(",")).join(" ");
  return [`<polyline points="${path}" fill="none" stroke="${colours[index]}"/>`, ...marks].join("\n");
}

/** Draws a line's name in the legend, which is below the chart and has two names per row. */
function drawName({ title }: Line, index: number, x: number): string {
  const y = plot.top + plot.height + 42 + (index >> 1) * 16;
  return `<text x="${x + (index % 2) * 120}" y="${y}" fill="${colours[index]}">${signs[index]} ${escapeHtml(title)}</text>`;
}

/** Rounds up to 1, 2, 4 or 8 times a power of ten. */
function ceiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 8, 10].map((step) => step * power).find((step) => step >= value)!;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
