/** Who a turn or a limit belongs to: the account, and the address where nobody is signed in. */
import { AsyncLocalStorage } from "node:async_hooks";
import { isIPv6 } from "node:net";
import type { Viewer } from "../viewer";

const asking = new AsyncLocalStorage<string>();

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

/** Does the work for that person: what it writes waits in their line (`Database.write`). */
export function actFor<T>(person: string, work: () => T): T {
  return asking.run(person, work);
}

/** Whose work runs just now; "" for what the server does by itself, which has a line of its own. */
export function whoseWork(): string {
  return asking.getStore() ?? "";
}
