import { BlockList, isIP } from "node:net";

interface Network {
  address: string;
  prefix: number;
  family: "ipv4" | "ipv6";
}

/** Reads an address or a CIDR block; undefined for anything else. */
function parseNetwork(text: string): Network | undefined {
  const [, address = "", prefix] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const version = isIP(address);
  if (version === 0 || address.includes("%")) return undefined;
  const bits = version === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : Number(prefix);
  return length > bits ? undefined : { address, prefix: length, family: version === 4 ? "ipv4" : "ipv6" };
}

export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined;
}

/** True if one of the networks contains the address, or if there are no networks. */
export function isAllowedAddress(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const { address: base, prefix, family } of networks.flatMap((text) => parseNetwork(text) ?? []))
    list.addSubnet(base, prefix, family);
  return list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
