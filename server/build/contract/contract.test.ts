/** Fails if the API breaks what the last release promised. `npm run api:release` makes a new release. */
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { buildASTSchema, isScalarType, isSpecifiedScalarType, parse } from "graphql";
import { todayInKolkata } from "../../core/day.rules";
import { compareOpenApi } from "./compareOpenApi";
import { compareSdl } from "./compareSdl";
import { files, readCurrentApi, readReleasedApi } from "./currentApi";
import { findViolations } from "./findViolations";

const current = readCurrentApi();
const released = readReleasedApi();
const changelog = readFileSync(files.changelog, "utf8");

test("the public schema is compatible with the last release", () => {
  const days = { today: todayInKolkata(new Date()), releaseDay: released.day };
  expect(findViolations(compareSdl(released.sdl, current.sdl, days), changelog)).toEqual([]);
});

test("the OpenAPI document is compatible with the last release", () => {
  expect(findViolations(compareOpenApi(released.openApi, current.openApi), changelog)).toEqual([]);
});

test("the released schema contains no staff types, and the changelog names the day of the release", () => {
  const names = Object.keys(buildASTSchema(parse(released.sdl)).getTypeMap());
  expect(names).toEqual(expect.arrayContaining(["VisaRequest", "Receipt", "Upload"]));
  expect(names.filter((name) => name.startsWith("Staff"))).toEqual([]);
  expect(released.day <= todayInKolkata(new Date())).toBe(true);
  expect(changelog).toContain(`\n## ${released.day}\n`);
});

test("each scalar names its specification", () => {
  const types = Object.values(buildASTSchema(parse(current.sdl)).getTypeMap());
  const scalars = types.filter((type) => isScalarType(type)).filter((type) => !isSpecifiedScalarType(type));
  expect(scalars.map(({ name }) => name).sort()).toEqual(["Date", "DateTime", "Upload"]);
  for (const scalar of scalars)
    expect(scalar).toMatchObject({ specifiedByURL: expect.stringMatching(/^https:/) });
});
