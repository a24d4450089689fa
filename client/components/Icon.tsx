import type { ComponentProps } from "react";

const round = "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0Z";
/** Paths on a 16 × 16 grid. */
const shapes = {
  warning: "M8 2 1.5 13.5h13L8 2ZM8 6.5v3.2M8 11.6v.2",
  check: "m3 8.5 3.2 3.2L13 4.8",
  clock: `${round}M8 4.8V8l2.2 1.6`,
  info: `${round}M8 7.2v4M8 4.8v.2`,
  cross: "m4 4 8 8M12 4l-8 8",
  search: "M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0ZM10.5 10.5 14 14",
  arrow: "M3 8h10M9 4l4 4-4 4",
  globe: `${round}M2 8h12M8 2c2.2 2 2.2 10 0 12M8 2c-2.2 2-2.2 10 0 12`,
  steps: "M2 13h4V9h4V5h4",
  headset: "M3 10V8a5 5 0 0 1 10 0v2M3 9.5h2v3.5H3zM11 9.5h2V13h-2zM12.5 13c0 1-1 1.5-3 1.5",
  lock: "M4 7h8a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1ZM5 7V5a3 3 0 0 1 6 0v2",
  list: "M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.2M2.5 8h.2M2.5 12h.2",
  person: "M10.8 5.5a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0ZM2.5 14c.6-3 2.8-4.5 5.5-4.5s4.9 1.5 5.5 4.5",
  exit: "M9.5 2.5h-6v11h6M7 8h7M11.5 5.5 14 8l-2.5 2.5",
  heart: "M8 13.5 2.7 8.2a3.2 3.2 0 0 1 4.6-4.5L8 4.4l.7-.7a3.2 3.2 0 0 1 4.6 4.5L8 13.5Z",
};

export type IconName = keyof typeof shapes;

/** A small icon next to text with the same meaning, so it is hidden from screen readers. */
export const Icon = ({ name, size }: { name: IconName; size?: number }) => (
  <LineIcon d={shapes[name]} size={size} />
);

/** An icon for a single use, given as a path on a 16 × 16 grid. */
export const LineIcon = ({ d, size = 16 }: { d: string; size?: number | undefined }) => (
  <Drawing box={[16, 16]} width={size} height={size} strokeWidth="1.6">
    <path d={d} />
  </Drawing>
);

/** A decorative line drawing; `box` is its width and height. */
export function Drawing({
  box: [width, height],
  ...rest
}: ComponentProps<"svg"> & { box: [number, number] }) {
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    />
  );
}
