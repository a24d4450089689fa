import styles from "./Panels.module.css";

/** A drawing of the passport's photo page or address page. */
export function PassportExample({ side }: { side: "front" | "back" }) {
  return (
    <div className={styles["pageExample"]}>
      <svg
        viewBox="0 0 125 88"
        width="125"
        height="88"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        aria-hidden="true"
        focusable="false"
      >
        <rect x="1" y="1" width="123" height="86" rx="5" />
        {side === "front" ? (
          <>
            <rect x="10" y="14" width="30" height="38" rx="2" />
            <circle cx="25" cy="29" r="6" />
            <path d="M15 51c1-9 5-12 10-12s9 3 10 12" />
            <path d="M50 18h40M50 27h56M50 36h34M50 45h46" />
            <path d="M10 66h105M10 75h105" strokeDasharray="3 2" strokeWidth="3" />
          </>
        ) : (
          <>
            <path d="M12 16h60M12 26h80M12 36h50M12 50h96M12 60h96M12 70h64" />
            <rect x="88" y="66" width="25" height="12" rx="1" strokeDasharray="2 2" />
          </>
        )}
      </svg>
      <p>
        {side === "front"
          ? "The page with your photo. All four corners and both lines at the foot must be readable."
          : "The last page, with the address and the names of your parents."}
      </p>
    </div>
  );
}
