import type { Principal } from "../../core/principal";
import { toNetwork } from "./networks";

/** Returns the caller's key for scheduling and limits: the account, or a visitor's address. */
export function personKey({ session, address }: Pick<Principal, "session" | "address">): string {
  return session ? `account ${session.userId}` : `address ${toNetwork(address)}`;
}
