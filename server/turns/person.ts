/** Who a turn or a limit belongs to: the account, and the address where nobody is signed in. */
import { isIPv6 } from "node:net";
import type { Viewer } from "../viewer";

export function personOf({ session, address }: Viewer): string {
  return session ? `account ${session.userId}` : `address ${networkOf(address)}`;
}

/** An IPv6 customer has a whole /64 to himself, so that counts as one address. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
  const [head = "", tail = ""] = address.split("::");
  const front = head.split(":").filter(Boolean);
  const back = tail.split(":").filter(Boolean);
  const missing = address.includes("::") ? 8 - front.length - back.length : 0;
  return [...front, ...Array<string>(missing).fill("0"), ...back].slice(0, 4).join(":");
}
