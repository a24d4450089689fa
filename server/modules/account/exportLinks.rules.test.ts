import { expect, test } from "@jest/globals";
import { SignedLinks } from "../../platform/http/signedLinks";
import { exportLinks } from "./account.rules";

let now = new Date("2026-11-21T10:00:00Z");
const links = new SignedLinks([Buffer.alloc(32, 7)], { now: () => now }, exportLinks);
const owner = {
  userId: "11111111-1111-4111-8111-111111111111",
  sessionId: "22222222-2222-4222-8222-222222222222",
};
const queryOf = (url: string) => Object.fromEntries(new URL(url, "http://x").searchParams);

test("opens a link for its owner and session until it expires", () => {
  const { url, expiresAt } = links.sign([], owner);
  expect(url).toMatch(/^\/account\/export\?/);
  expect(links.verify([], queryOf(url))).toEqual(owner);
  now = new Date(Date.parse(expiresAt) - 1000);
  expect(links.verify([], queryOf(url))).toEqual(owner);
  now = new Date(expiresAt);
  expect(links.verify([], queryOf(url))).toBeUndefined();
});

test.each([
  ["another user", { u: owner.sessionId }],
  ["another session", { i: owner.userId }],
  ["a later expiry", { e: String(Math.floor(now.getTime() / 1000) + exportLinks.lifeSeconds + 1) }],
  ["another signature", { s: "A".repeat(43) }],
  ["no signature", { s: "" }],
  ["a repeated parameter", { u: [owner.userId, owner.userId] }],
])("rejects a link with %s", (_name, changes) => {
  expect(links.verify([], { ...queryOf(links.sign([], owner).url), ...changes })).toBeUndefined();
});

test("rejects a secret that is too short", () => {
  expect(() => new SignedLinks([Buffer.alloc(31)], { now: () => now }, exportLinks)).toThrow(/32 bytes/);
});
