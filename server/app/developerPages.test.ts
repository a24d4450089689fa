/** Compares the numbers in the developer pages with the constants in the code. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { scopes } from "../core/access.rules";
import {
  defaultLimits,
  maxExpiryDays,
  maxKeepHours,
  maxMembers,
  maxNetworks,
  usualKeepHours,
} from "../modules/partner/partner.rules";
import { limits, pointsOfMutation, pointsOfRead } from "../platform/graphql/limits/limits.rules";
import { rateLimitDraft } from "../platform/rateLimiting/rateLimitHeaders";
import { slotLimits } from "../platform/rateLimiting/limits";

const read = (name: string) => readFileSync(`docs/api/${name}.md`, "utf8");

/** Returns the numbers in the text, except those in code, statuses and versions. */
function numbersIn(text: string): number[] {
  const prose = text.replace(/```.*?```/gs, "").replace(/`[^`]*`|status \d+|x \d+/g, "");
  return (prose.match(/\d[\d,]*/g) ?? []).map((number) => Number(number.replaceAll(",", "")));
}

const megabyte = 1024 ** 2;

test.each([
  ["keys", [defaultLimits.keys, maxNetworks, maxExpiryDays, usualKeepHours, maxKeepHours, maxMembers]],
  [
    "limits",
    [
      ...[defaultLimits.points, defaultLimits.write, defaultLimits.gateway],
      ...[defaultLimits.concurrent, slotLimits.partner.all],
      ...[defaultLimits.openApplications, defaultLimits.applicationFiles],
      ...[defaultLimits.applicationBytes / megabyte, defaultLimits.bytes / megabyte / 1024],
      ...[1, pointsOfMutation, pointsOfRead, pointsOfMutation],
      ...[limits.cost, limits.tokens, limits.depth, limits.fields, limits.rootFields, limits.aliases],
    ],
  ],
  ["stability", [12]],
])("each number in docs/api/%s.md equals its constant", (name, constants) => {
  expect(numbersIn(read(name))).toEqual(constants);
});

test("docs/api/keys.md lists every scope, and docs/api/limits.md names the draft of the rate-limit headers", () => {
  const listed = [...read("keys").matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name!);
  expect(listed.filter((name) => !name.startsWith("KEY_"))).toEqual([...scopes]);
  expect(read("limits")).toContain(`\`${rateLimitDraft}\``);
});

test("pages in docs/api contain no curl calls themselves, and link to every example", () => {
  const pages = readdirSync("docs/api").filter((name) => name.endsWith(".md"));
  const texts = pages.map((name) => readFileSync(`docs/api/${name}`, "utf8"));
  for (const text of texts) expect(text).not.toMatch(/^```(sh|bash|graphql)|\bcurl /m);
  const linked = texts.flatMap((text) =>
    [...text.matchAll(/\(examples\/([\w.]+)\)/g)].map(([, name]) => name!),
  );
  const examples = readdirSync("docs/api/examples").filter((name) => !name.includes(".generated."));
  expect([...new Set(linked)].sort()).toEqual(examples.sort());
});
