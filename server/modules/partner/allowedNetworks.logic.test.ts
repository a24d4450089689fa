import { expect, test } from "@jest/globals";
import { isAllowedAddress, isNetwork } from "./allowedNetworks.logic";

test.each(["10.0.0.0/8", "203.0.113.7", "2001:db8::/32", "2001:db8::1", " 10.0.0.1/32 "])(
  "accepts the network %s",
  (text) => expect(isNetwork(text)).toBe(true),
);
test.each([
  "",
  "10.0.0.0/33",
  "10.0.0",
  "2001:db8::/129",
  "fe80::1%eth0",
  "example.com",
  "10.0.0.0/-1",
  "1.2.3.4/8/8",
])("rejects the network %j", (text) => expect(isNetwork(text)).toBe(false));

test("allows only IP addresses in the given networks", () => {
  const networks = ["10.1.0.0/16", "203.0.113.7", "2001:db8:1::/48"];
  for (const address of ["10.1.2.3", "::ffff:10.1.2.3", "203.0.113.7", "2001:db8:1::9"])
    expect([address, isAllowedAddress(networks, address)]).toEqual([address, true]);
  for (const address of ["10.2.0.1", "::ffff:10.2.0.1", "203.0.113.8", "2001:db8:2::9", "", "unknown"])
    expect([address, isAllowedAddress(networks, address)]).toEqual([address, false]);
});

test("allows every IP address if no networks are given", () => {
  expect(isAllowedAddress([], "198.51.100.1")).toBe(true);
});
