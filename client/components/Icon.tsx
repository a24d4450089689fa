import type { ReactNode } from "react";

const shapes: Record<string, ReactNode> = {
  warning: (
    <>
      <path d="M8 2 1.5 13.5h13L8 2Z" />
      <path d="M8 6.5v3.2M8 11.6v.2" />
    </>
  ),
  check: <path d="m3 8.5 3.2 3.2L13 4.8" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.8V8l2.2 1.6" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 7.2v4M8 4.8v.2" />
    </>
  ),
  cross: <path d="m4 4 8 8M12 4l-8 8" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3.5 3.5" />
    </>
  ),
  arrow: <path d="M3 8h10M9 4l4 4-4 4" />,
  globe: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M2 8h12M8 2c2.2 2 2.2 10 0 12M8 2c-2.2 2-2.2 10 0 12" />
    </>
  ),
  steps: <path d="M2 13h4V9h4V5h4" />,
  headset: (
    <>
      <path d="M3 10V8a5 5 0 0 1 10 0v2" />
      <path d="M3 9.5h2v3.5H3zM11 9.5h2V13h-2zM12.5 13c0 1-1 1.5-3 1.5" />
    </>
  ),
  lock: (
    <>
      <rect x="3" y="7" width="10" height="7" rx="1" />
      <path d="M5 7V5a3 3 0 0 1 6 0v2" />
    </>
  ),
  list: <path d="M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.2M2.5 8h.2M2.5 12h.2" />,
  person: (
    <>
      <circle cx="8" cy="5.5" r="2.8" />
      <path d="M2.5 14c.6-3 2.8-4.5 5.5-4.5s4.9 1.5 5.5 4.5" />
    </>
  ),
  exit: <path d="M9.5 2.5h-6v11h6M7 8h7M11.5 5.5 14 8l-2.5 2.5" />,
  heart: <path d="M8 13.5 2.7 8.2a3.2 3.2 0 0 1 4.6-4.5L8 4.4l.7-.7a3.2 3.2 0 0 1 4.6 4.5L8 13.5Z" />,
};

export type IconName =
  | "warning"
  | "check"
  | "clock"
  | "info"
  | "cross"
  | "search"
  | "arrow"
  | "globe"
  | "steps"
  | "headset"
  | "lock"
  | "list"
  | "person"
  | "exit"
  | "heart";

/** A small icon next to text with the same meaning, so it is hidden from screen readers. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[name]}
    </svg>
  );
}
