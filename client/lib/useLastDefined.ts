import { useState } from "react";

/** What was loaded last, so that a later failure or a session that ran out does not take a form away. */
export function useKept<T>(loaded: T | undefined): T | undefined {
  const [kept, setKept] = useState(loaded);
  if (loaded !== undefined && loaded !== kept) setKept(loaded);
  return loaded ?? kept;
}
