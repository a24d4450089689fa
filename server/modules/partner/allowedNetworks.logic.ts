import { BlockList, isIP } from "node:net";

/** Adds an IP address or a CIDR block; returns false for anything else. */
function addNetwork(list: BlockList, text: string): boolean {
  const [, address = "", prefix] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : Number(prefix);
  if (version === 0 || address.includes("%") || length > bits) return false;
  list.addSubnet(address, length, version === 4 ? "ipv4" : "ipv6");
  return true;
}

export const isNetwork = (text: string) => addNetwork(new BlockList(), text);

/** True if one of the networks contains the IP address, or if there are no networks. */
export function isAllowedAddress(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks) addNetwork(list, network);
  return list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
