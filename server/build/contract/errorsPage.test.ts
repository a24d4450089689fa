import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { buildASTSchema, isEnumType, parse } from "graphql";
import { protocolErrorTable, topLevelErrorTable, userErrorTable } from "../../core/errorTable";
import { printPublicSdl, readSdl } from "../../platform/graphql/sdl";
import { writeErrorsPage } from "./errorsPage";

test("docs/api/errors.md is up to date (npm run api:docs)", () => {
  expect(readFileSync("docs/api/errors.md", "utf8").trim()).toBe(writeErrorsPage().trim());
});

test("each code has an entry that says when it occurs, what to do and whether to retry", () => {
  const page = writeErrorsPage();
  for (const code of Object.keys({ ...userErrorTable, ...topLevelErrorTable, ...protocolErrorTable }))
    expect(page).toMatch(
      new RegExp(`### \`${code}\`\\n\\n[A-Z].+\\.\\n\\n- What to do: [A-Z].+\\.\\n- Retry: (yes|no)`),
    );
});

test("the schema describes the values of UserErrorCode as the table does", () => {
  const type = buildASTSchema(readSdl("schema")).getType("UserErrorCode");
  const values = isEnumType(type) ? type.getValues() : [];
  expect(Object.fromEntries(values.map(({ name, description }) => [name, description]))).toEqual(
    Object.fromEntries(Object.entries(userErrorTable).map(([code, { when }]) => [code, when])),
  );
});

test("the public schema names every top-level error code except the one for staff", () => {
  const { description } = buildASTSchema(parse(printPublicSdl("schema"))).getQueryType()!;
  const codes = Object.keys({ ...topLevelErrorTable, ...protocolErrorTable });
  expect(codes.filter((code) => !description!.includes(`\`${code}\``))).toEqual(["SECOND_FACTOR_REQUIRED"]);
});
