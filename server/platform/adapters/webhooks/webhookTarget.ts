/**
 * Decides where webhooks may be sent. A partner's URL must not reach our own network (server-side request forgery), so
 * every IP address of its host must be public, and the caller connects to the address that was checked.
 */
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

export const maxUrlLength = 2000;

/** The reasons for not calling a URL, as shown to the partner. */
export const targetFaults = {
  NOT_A_URL: "Enter a complete address, like https://example.com/visaport",
  TOO_LONG: `Enter an address of fewer than ${maxUrlLength} characters`,
  NOT_HTTPS: "The address must begin with https://",
  CREDENTIALS: "The address must not contain a user name or a password",
  PORT: "The port must be 443, or 1024 or higher",
  NAME_NOT_FOUND: "The host of this address does not exist",
  NOT_PUBLIC: "The host of this address is not on the public internet",
} as const;
export type TargetFault = keyof typeof targetFaults;

export interface Target {
  url: URL;
  address: string;
}

export interface TargetOptions {
  /** Allows loopback addresses, even over `http`. Only for a server that itself listens on loopback. */
  allowsLoopback: boolean;
  resolve?: (name: string) => Promise<string[]>;
}

const resolver = new Resolver({ timeout: 3_000, tries: 2 });

/** Queries DNS only, because the hosts file may name hosts in our own network. */
async function resolveName(name: string): Promise<string[]> {
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
}

/** True if the IP address is on the public internet; false for all special ranges, including future ones of IPv6. */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(ipaddr.parseCIDR("2000::/3"));
}

function isLoopbackAddress(address: string): boolean {
  return ipaddr.process(address).range() === "loopback";
}

/** Checks a URL and resolves its host name. Call it for each connection, because the host's IP addresses may change. */
export async function findTarget(
  text: string,
  { allowsLoopback, resolve = resolveName }: TargetOptions,
): Promise<Target | TargetFault> {
  if (text.length >= maxUrlLength) return "TOO_LONG";
  if (!URL.canParse(text)) return "NOT_A_URL";
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // The only local host name is localhost, because a partner can make any other name resolve to loopback.
  const isLocal = allowsLoopback && (host === "localhost" || (isIP(host) > 0 && isLoopbackAddress(host)));
  if (url.protocol !== "https:" && !(isLocal && url.protocol === "http:")) return "NOT_HTTPS";
  if (url.username || url.password) return "CREDENTIALS";
  if (url.port !== "" && url.port !== "443" && Number(url.port) < 1024) return "PORT";
  if (isLocal) return { url, address: isIP(host) > 0 ? host : "127.0.0.1" };
  const addresses = isIP(host) > 0 ? [host] : await resolve(host);
  const [address] = addresses;
  if (address === undefined) return "NAME_NOT_FOUND";
  return addresses.every(isPublicAddress) ? { url, address } : "NOT_PUBLIC";
}
