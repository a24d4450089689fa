import { describe, expect, test } from "@jest/globals";
import { SignedLinks } from "./signedLinks";
import { fileLinks } from "../../modules/file/file.rules";

const fileId = "0f8fad5b-d9cb-469f-a165-70867728950e";
const caller = {
  userId: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  sessionId: "1b4e28ba-2fa1-41d2-883f-0016d3cca427",
};
const secret = Buffer.alloc(32, 1);

function linksAt(start: string) {
  const clock = { time: new Date(start), now: () => clock.time };
  return { clock, links: new SignedLinks([secret], clock, fileLinks) };
}

function parse(link: string) {
  const url = new URL(link, "http://localhost");
  return { id: url.pathname.replace("/files/", ""), query: Object.fromEntries(url.searchParams) };
}

describe("a signed URL", () => {
  test("identifies the holder for whom it was signed", () => {
    const { links } = linksAt("2026-11-20T10:00:30Z");
    const { id, query } = parse(links.sign([fileId], caller).url);
    expect(id).toBe(fileId);
    expect(links.verify([id], query)).toEqual(caller);
  });

  test("stays the same until the end of the minute and then changes", () => {
    const { links, clock } = linksAt("2026-11-20T10:00:00Z");
    const first = links.sign([fileId], caller).url;
    clock.time = new Date("2026-11-20T10:00:59.999Z");
    expect(links.sign([fileId], caller).url).toBe(first);
    clock.time = new Date("2026-11-20T10:01:00Z");
    expect(links.sign([fileId], caller).url).not.toBe(first);
  });

  test.each([
    ["2026-11-20T10:00:00Z", 300],
    ["2026-11-20T10:00:59Z", 241],
  ])("signed at %s is valid for %d seconds", (start, seconds) => {
    const { links, clock } = linksAt(start);
    const { query } = parse(links.sign([fileId], caller).url);
    clock.time = new Date(Date.parse(start) + (seconds - 1) * 1000);
    expect(links.verify([fileId], query)).toEqual(caller);
    clock.time = new Date(Date.parse(start) + seconds * 1000);
    expect(links.verify([fileId], query)).toBeUndefined();
  });

  test("is valid if the clock of the process that signed it is up to five seconds ahead", () => {
    const { links, clock } = linksAt("2026-11-20T10:01:00Z");
    const { query } = parse(links.sign([fileId], caller).url);
    clock.time = new Date("2026-11-20T10:00:55Z");
    expect(links.verify([fileId], query)).toEqual(caller);
    clock.time = new Date("2026-11-20T10:00:54Z");
    expect(links.verify([fileId], query)).toBeUndefined();
  });

  test("is invalid if the last character of its signature is replaced by any other", () => {
    const { links } = linksAt("2026-11-20T10:00:00Z");
    const { query } = parse(links.sign([fileId], caller).url);
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const opening = [...letters].filter((letter) =>
      links.verify([fileId], { ...query, s: query.s!.slice(0, -1) + letter }),
    );
    expect(opening).toEqual([query.s!.at(-1)]);
  });

  test("is invalid for another file, user, session, expiry or secret", () => {
    const { links, clock } = linksAt("2026-11-20T10:00:00Z");
    const { query } = parse(links.sign([fileId], caller).url);
    expect(links.verify([caller.userId], query)).toBeUndefined();
    expect(links.verify([fileId], { ...query, u: fileId })).toBeUndefined();
    expect(links.verify([fileId], { ...query, l: fileId })).toBeUndefined();
    expect(links.verify([fileId], { ...query, e: String(Number(query.e) + 1) })).toBeUndefined();
    expect(links.verify([fileId], { ...query, s: `${query.s!.slice(0, -2)}AA` })).toBeUndefined();
    expect(new SignedLinks([Buffer.alloc(32, 2)], clock, fileLinks).verify([fileId], query)).toBeUndefined();
  });

  test("is valid while its secret is the previous one, and invalid once that secret is removed", () => {
    const { links, clock } = linksAt("2026-11-20T10:00:00Z");
    const { query } = parse(links.sign([fileId], caller).url);
    const newer = Buffer.alloc(32, 2);
    const between = new SignedLinks([newer, secret], clock, fileLinks);
    expect(between.verify([fileId], query)).toEqual(caller);
    expect(links.verify([fileId], parse(between.sign([fileId], caller).url).query)).toBeUndefined();
    expect(new SignedLinks([newer], clock, fileLinks).verify([fileId], query)).toBeUndefined();
  });

  test("is rejected without throwing if its query is malformed", () => {
    const { links } = linksAt("2026-11-20T10:00:00Z");
    const { query } = parse(links.sign([fileId], caller).url);
    const odd = [
      {},
      { ...query, s: "" },
      { ...query, s: "é".repeat(43) },
      { ...query, s: [query.s, query.s] },
      { ...query, e: "1e99" },
      { ...query, e: ` ${query.e}` },
      { ...query, u: "a|b" },
      { ...query, u: null },
      { ...query, l: undefined },
      { ...query, l: ["a", "b"] },
    ];
    for (const one of odd) expect(links.verify([fileId], one)).toBeUndefined();
    expect(links.verify(["../x"], query)).toBeUndefined();
  });
});

test("SignedLinks rejects short secrets and ids with separators as programming errors", () => {
  const { links, clock } = linksAt("2026-11-20T10:00:00Z");
  expect(() => new SignedLinks([Buffer.alloc(31)], clock, fileLinks)).toThrow("32 bytes");
  expect(() => links.sign(["../x"], caller).url).toThrow("plain ids");
  expect(() => links.sign([fileId], { ...caller, userId: "a|b" }).url).toThrow("plain ids");
});
