const shapes = {
  turnLeft: "M5.5 3 3 5.5 5.5 8M3 5.5h6a4 4 0 0 1 0 8H6",
  turnRight: "M10.5 3 13 5.5 10.5 8M13 5.5H7a4 4 0 0 0 0 8h3",
  minus: "M3 8h10",
  plus: "M3 8h10M8 3v10",
  left: "M13 8H3M7 4 3 8l4 4",
  right: "M3 8h10M9 4l4 4-4 4",
  up: "M8 13V3M4 7l4-4 4 4",
  down: "M8 3v10M4 9l4 4 4-4",
};

export type EditorIconName = keyof typeof shapes;

/** An icon on an editor button; the button's name has the same meaning. */
export function EditorIcon({ name }: { name: EditorIconName }) {
  return (
    <svg
      width={20}
      height={20}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
