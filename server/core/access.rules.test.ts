import "reflect-metadata";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { listRoutes } from "../app/restPlugin";
import type { Services } from "../app/services";
import { listFields, readSchema } from "../test/kit/wire/schemaWalk";
import { defaultLimits as limits } from "../modules/partner/partner.rules";
import { access, mayPerform, scopeFor, type Action } from "./access.rules";
import type { DomainError } from "./errors";
import { assertMay, toPartner } from "./principal";

const schema = readSchema("test");
const operations = [...listFields(schema.getQueryType()), ...listFields(schema.getMutationType())].map(
  ({ name }) => name,
);
const routes = listRoutes({} as Services);
const neverForKeys = [
  "keptApplicants",
  "keepApplicants",
  "forgetApplicants",
  "addKeptApplicant",
  "requestOtp",
  "verifyOtp",
  "wishForCountry",
  "me",
  "receiveWebhook",
  "getUser",
  "updateProfile",
  "confirmIdentity",
  "mySessions",
  "endSession",
  "logout",
  "logoutEverywhere",
  "createAccountExport",
  "eraseAccount",
  "myPartners",
  "createPartnerKey",
  "rotatePartnerKey",
  "endPartnerKey",
  "addPartnerMember",
  "removePartnerMember",
  "createTestPartner",
  "enterTestWorld",
  "handover",
  "takeHandover",
];

test("every operation and REST path has a row, and every row belongs to an operation or REST path", () => {
  const actions = new Set([...operations, ...routes.map(({ action }) => action)]);
  expect(Object.keys(access).sort()).toEqual([...actions].sort());
});

test("exactly the operations whose names begin with staff are reserved for staff", () => {
  const forPersons = operations.filter((name) => mayPerform("person", name as keyof typeof access));
  expect(forPersons).toEqual(operations.filter((name) => !name.startsWith("staff")));
});

test("services check the permission for every action that is not open to visitors", () => {
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

describe("a key", () => {
  const callerWith = (...scopes: ("read" | "apply" | "pay" | "webhooks")[]) =>
    toPartner({ address: "127.0.0.1" }, "partner", { partnerKeyId: "key", scopes, limits, feeInr: null });
  const codeOf = (work: () => void): string => {
    try {
      work();
      return "";
    } catch (error) {
      return (error as DomainError).code;
    }
  };

  test("has no scope for accounts, sessions, login codes, partner members or staff operations", () => {
    const closed = Object.keys(access).filter((action) => !scopeFor(action as Action));
    expect(closed.filter((action) => !action.startsWith("staff")).sort()).toEqual(neverForKeys.sort());
    const forStaff = Object.keys(access).filter((action) => action.startsWith("staff"));
    expect(forStaff.filter((action) => scopeFor(action as Action))).toEqual([]);
  });

  test("may perform only the actions of its scopes", () => {
    for (const action of Object.keys(access) as Action[]) {
      const scope = scopeFor(action);
      expect(codeOf(() => assertMay(callerWith(), action))).toBe(scope ? "SCOPE_MISSING" : "NOT_FOR_KEYS");
      for (const given of ["read", "apply", "pay", "webhooks"] as const)
        expect([action, given, codeOf(() => assertMay(callerWith(given), action))]).toEqual([
          action,
          given,
          scope === given ? "" : scope ? "SCOPE_MISSING" : "NOT_FOR_KEYS",
        ]);
    }
  });
});
