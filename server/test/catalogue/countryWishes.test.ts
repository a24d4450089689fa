import { beforeAll, expect, test } from "@jest/globals";
import { editDatabase } from "../kit/data/editDatabase";
import { signInStaff } from "../kit/personas/staff";
import { signIn } from "../kit/personas/traveller";
import { RunningServer } from "../kit/server/runningServer";
import { callGraphql } from "../kit/wire/callApi";
import { topLevelErrorCodes } from "../kit/wire/outcomes";
import { countrySuggestions, staffCountryWishes, wishForCountry } from "./countryWishes.generated";

let server: RunningServer;
beforeAll(() => {
  server = RunningServer.shared();
});

const suggest = async (search: string) =>
  (await callGraphql(server, countrySuggestions, { variables: { search } })).data.countrySuggestions;
const wish = (flagSrc: string) => callGraphql(server, wishForCountry, { variables: { flagSrc } });

test("a search without results suggests similar names, or neighbours of a country that is not offered", async () => {
  expect(await suggest("barhein")).toMatchObject({ didYouMean: [{ name: "Bahrain" }], unoffered: null });
  const { unoffered, neighbours } = await suggest("Thailand");
  expect(unoffered).toEqual({ flagSrc: "th", name: "Thailand" });
  expect(neighbours.map(({ name }) => name)).toEqual(["Vietnam", "Singapore", "Malaysia", "Cambodia"]);
  expect(await suggest("oman")).toEqual({ didYouMean: [], unoffered: null, neighbours: [] });
});

test("wishes are counted by country and day, without data about the visitor, and are visible only to staff", async () => {
  const staff = await signInStaff(server);
  const list = async () => (await staff.call(staffCountryWishes)).data.staffCountryWishes;
  const before = await list();
  /** Returns the wishes that this test added, most requested country first. */
  const added = async () =>
    (await list()).flatMap((now) => {
      const old = before.find(({ flagSrc }) => flagSrc === now.flagSrc);
      const wishes = now.wishes - (old?.wishes ?? 0);
      return wishes > 0
        ? [{ ...now, wishes, recentWishes: now.recentWishes - (old?.recentWishes ?? 0) }]
        : [];
    });
  for (const flagSrc of ["jp", "kr", "kr"])
    expect((await wish(flagSrc)).data.wishForCountry.userErrors).toEqual([]);
  for (const flagSrc of ["bh", "xx", "TH"])
    expect((await wish(flagSrc)).data.wishForCountry).toEqual({
      country: null,
      userErrors: [{ field: "flagSrc", code: "INVALID" }],
    });
  expect(await added()).toEqual([
    { flagSrc: "kr", name: "South Korea", wishes: 2, recentWishes: 2 },
    { flagSrc: "jp", name: "Japan", wishes: 1, recentWishes: 1 },
  ]);
  await editDatabase(server, `UPDATE country_wish SET day = '2026-01-01' WHERE "flagSrc" = 'kr'`, []);
  expect((await list()).find(({ flagSrc }) => flagSrc === "kr")).toMatchObject({ recentWishes: 0 });
  const traveller = await signIn(server);
  expect(topLevelErrorCodes(await traveller.call(staffCountryWishes))).toEqual(["FORBIDDEN"]);
});

test("an IP address can send at most ten wishes an hour", async () => {
  const codes: (string | undefined)[] = [];
  for (let at = 0; at < 10; at++) codes.push(...topLevelErrorCodes(await wish("fr")));
  expect(codes.length).toBeGreaterThan(0);
  expect(new Set(codes)).toEqual(new Set(["RATE_LIMITED"]));
});
