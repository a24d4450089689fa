import { useState } from "react";
import { useSession } from "./session";

/** Who is logged in, or was until the session ran out under the open page. */
export function useLastUserId(): string | undefined {
  const userId = useSession()?.userId;
  const [last, setLast] = useState(userId);
  if (userId && userId !== last) setLast(userId);
  return userId ?? last;
}
