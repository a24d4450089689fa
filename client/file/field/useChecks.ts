import { useState } from "react";

/** Registers the processing of a file; the button for the next step is disabled until it ends. */
export type WhileChecking = <T>(work: Promise<T>) => Promise<T>;

/** Counts the files being checked; several fields can share one counter. */
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
