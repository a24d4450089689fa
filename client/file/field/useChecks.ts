import { useState } from "react";

/** Lets work on a file be waited for: while any is under way, the way on is closed. */
export type WhileChecking = <T>(work: Promise<T>) => Promise<T>;

/** Counts the files that are being checked; several fields can share one count. */
export function useChecks(): { isChecking: boolean; whileChecking: WhileChecking } {
  const [checks, setChecks] = useState(0);
  const whileChecking: WhileChecking = async (work) => {
    setChecks((count) => count + 1);
    try {
      return await work;
    } finally {
      setChecks((count) => count - 1);
    }
  };
  return { isChecking: checks > 0, whileChecking };
}
