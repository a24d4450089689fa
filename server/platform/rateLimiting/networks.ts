import { isIPv6 } from "node:net";

/** Returns an IPv4 address, or the /64 network of an IPv6 address, which belongs to a single subscriber. */
export function toNetwork(address: string): string {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
  return toGroups(address).slice(0, 4).join(":");
}

/**
 * Returns the networks that contain an address. Providers assign an IPv6 /56 to a household. An IPv4 /24 and an IPv6
 * /48 are the smallest networks that are routed on the internet, so each has a single operator.
 */
export function widerNetworks(address: string): { household: string | undefined; routed: string } {
  const v4 = address.replace(/^::ffff:/, "");
  if (!isIPv6(v4)) return { household: undefined, routed: `${v4.split(".").slice(0, 3).join(".")}.0/24` };
  const [first, second, third, fourth] = toGroups(address);
  const routed = [first, second, third].join(":");
  const household = (Number.parseInt(fourth!, 16) >> 8).toString(16);
  return { household: `${routed}:${household}/56`, routed: `${routed}/48` };
}

/** Returns the groups of an IPv6 address; the last ones may be wrong if it ends with an IPv4 address. */
function toGroups(address: string): string[] {
  const [head = "", tail = ""] = address.split("::");
  const front = head.split(":").filter(Boolean);
  const back = tail.split(":").filter(Boolean);
  const missing = address.includes("::") ? 8 - front.length - back.length : 0;
  return [...front, ...Array<string>(missing).fill("0"), ...back];
}
