import "reflect-metadata";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { listRoutes } from "../app/restPlugin";
import type { Services } from "../app/services";
import { listFields, readSchema } from "../test/kit/wire/schemaWalk";
import { access, mayPerform } from "./access.rules";

const schema = readSchema();
const operations = [...listFields(schema.getQueryType()), ...listFields(schema.getMutationType())].map(
  ({ name }) => name,
);
const routes = listRoutes({} as Services);

test("every operation and REST path has a row, and every row belongs to an operation or REST path", () => {
  const actions = new Set([...operations, ...routes.map(({ action }) => action)]);
  expect(Object.keys(access).sort()).toEqual([...actions].sort());
});

test("the operations for staff are exactly those whose name begins with staff", () => {
  const forPersons = operations.filter((name) => mayPerform("person", name as keyof typeof access));
  expect(forPersons).toEqual(operations.filter((name) => !name.startsWith("staff")));
});

test("services check the row of every action that is not open to visitors", () => {
  const folder = "server/modules";
  const code = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(service|resolvers)\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
  const checked = [...code.matchAll(/require(?:Person|Staff)\(\w+, "(\w+)"\)/g)];
  const guarded = Object.keys(access).filter(
    (action) => !mayPerform("visitor", action as keyof typeof access),
  );
  expect([...new Set(checked.map(([, action]) => action))].sort()).toEqual(guarded.sort());
});
