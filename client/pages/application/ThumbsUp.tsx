import styles from "./Page.module.css";

/** The thumbs-up of spec §2, drawn as a stamp. */
export function ThumbsUp() {
  return (
    <svg
      className={styles["thumb"]}
      viewBox="0 0 96 96"
      width="112"
      height="112"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="48" cy="48" r="45" strokeWidth="2.5" />
      <circle cx="48" cy="48" r="39" strokeWidth="1.5" strokeDasharray="3 4" />
      <g strokeWidth="3">
        <path d="M28 44h8v26h-8z" />
        <path d="M36 46c6-3 10-10 10.500-18 .2-3 2-4.500 4.500-4.500 4 0 6 3.500 6 7.500 0 4-1.500 8-2.500 11h11c3.500 0 5.500 2.500 5 5.500l-3 16c-.6 3-2.600 4.500-5.500 4.500H44c-3 0-5-1-8-2" />
      </g>
    </svg>
  );
}
