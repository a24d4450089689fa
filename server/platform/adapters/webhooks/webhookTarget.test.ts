import { describe, expect, test } from "@jest/globals";
import { findTarget, isPublicAddress } from "./webhookTarget";

const resolve = async (name: string) =>
  ({ "example.com": ["203.0.114.7", "2606:4700::1"], "mixed.example": ["203.0.114.7", "10.0.0.1"] })[name] ??
  [];
const live = { allowsLoopback: false, resolve };
const local = { allowsLoopback: true, resolve };

describe("findTarget", () => {
  test.each([
    "https://example.com/hook",
    "https://example.com:443/hook?a=1",
    "https://example.com:1024/",
    "https://203.0.114.7/",
    "https://[2606:4700::1]/",
  ])("allows %s", async (url) => {
    expect(await findTarget(url, live)).toMatchObject({ url: new URL(url) });
  });

  test.each([
    ["no scheme", "example.com/hook", "NOT_A_URL"],
    ["http", "http://example.com/", "NOT_HTTPS"],
    ["another scheme", "ftp://example.com/", "NOT_HTTPS"],
    ["port 22", "https://example.com:22/", "PORT"],
    ["port 1023", "https://example.com:1023/", "PORT"],
    ["a user name", "https://user@example.com/", "CREDENTIALS"],
    ["2,000 characters", `https://example.com/${"a".repeat(1980)}`, "TOO_LONG"],
    ["a name that does not exist", "https://absent.example/", "NAME_NOT_FOUND"],
    ["localhost", "https://localhost/", "NAME_NOT_FOUND"],
    ["one private address of two", "https://mixed.example/", "NOT_PUBLIC"],
    ...[
      "127.0.0.1",
      "127.1",
      "2130706433",
      "0x7f.0.0.1",
      "0.0.0.0",
      "10.1.2.3",
      "172.16.0.1",
      "192.168.1.1",
      "169.254.169.254",
      "100.64.0.1",
      "198.18.0.1",
      "224.0.0.1",
      "255.255.255.255",
      "[::1]",
      "[::]",
      "[fd00::8]",
      "[fe80::1]",
      "[::ffff:127.0.0.1]",
      "[::127.0.0.1]",
      "[64:ff9b::7f00:1]",
      "[2002:7f00:1::]",
      "[2001:db8::1]",
    ].map((host) => [host, `https://${host}/`, "NOT_PUBLIC"]),
  ])("rejects a URL with %s", async (_what, url, fault) => {
    expect(await findTarget(url, live)).toBe(fault);
  });

  test("allows loopback addresses only if `allowsLoopback` is set", async () => {
    for (const url of ["http://127.0.0.1:8080/", "https://[::1]:8443/", "http://localhost:8080/"]) {
      expect(await findTarget(url, local)).toMatchObject({ url: new URL(url) });
      expect(typeof (await findTarget(url, live))).toBe("string");
    }
    expect(await findTarget("http://127.0.0.1:22/", local)).toBe("PORT");
    expect(await findTarget("http://10.0.0.1/", local)).toBe("NOT_HTTPS");
    expect(await findTarget("https://10.0.0.1/", local)).toBe("NOT_PUBLIC");
  });
});

test("public IPv4 and IPv6 addresses count as public", () => {
  expect(["8.8.8.8", "2606:4700::1111"].map(isPublicAddress)).toEqual([true, true]);
});
