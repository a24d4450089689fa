/** The sign of the house: a stamp with a tick that is a V. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="6" fill="#15233b" />
      <circle cx="16" cy="16" r="11.5" stroke="#f2b33d" strokeWidth="1.5" strokeDasharray="2 1.6" />
      <path d="m10 11 6 11 6-11" stroke="#fff" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
