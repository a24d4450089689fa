import type { Principal } from "../../core/principal";
import { toNetwork } from "./networks";

/** Returns the key of the caller for scheduling and limits: the account, or the address of a visitor. */
export function personKey({ session, address }: Pick<Principal, "session" | "address">): string {
  return session ? `account ${session.userId}` : `address ${toNetwork(address)}`;
}
