import "reflect-metadata";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { entities } from "../../../app/entities";
import { UserEntity } from "../../../modules/user/user.entity";
import { newDatabase } from "../../../test/kit/server/testDatabase.mjs";
import { makeLog, printError } from "../../process/log";
import { queryRows } from "../rowSource";
import { PostgresDatabase } from "./PostgresDatabase";

/** PostgreSQL's errors quote the row, which neither the log nor a command's output may show. */

const phoneNumber = "+918267853803";
const name = "Zorbatina Quux";
const email = "zorba@quuxmail.example";
const user = {
  phoneNumber,
  name,
  email,
  kind: "PERSON",
  createdAt: "",
  lastSeenAt: "",
  identityTries: 0,
} as const;
const [one, another] = ["11111111-1111-4111-8111-111111111111", "21111111-1111-4111-8111-111111111111"];
let db: PostgresDatabase;
beforeAll(async () => {
  const settings = { engine: "postgres", url: await newDatabase(), pool: 4 } as const;
  db = await PostgresDatabase.open(settings, entities, () => undefined);
  await db.write((transaction) => transaction.insert(UserEntity, { ...user, userId: one }));
});
afterAll(() => db.close());

const failing: [code: string, what: object, statement: () => Promise<unknown>][] = [
  [
    "23505",
    { table: "user_account", constraint: expect.any(String) },
    () => db.write((transaction) => transaction.insert(UserEntity, { ...user, userId: another })),
  ],
  [
    "23502",
    { table: "user_account", column: "createdAt" },
    () => db.write((transaction) => queryRows(transaction, `UPDATE user_account SET "createdAt" = NULL`)),
  ],
  ["22P02", { message: "invalid value" }, () => queryRows(db.rows, "SELECT CAST(? AS uuid)", [name])],
];

test.each(failing)("the log and the console show error %s without the row", async (code, what, statement) => {
  const error = await statement().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const lines: string[] = [];
  makeLog("error", { write: (line) => void lines.push(line) }).error({ err: error }, "failed");
  const print = jest.spyOn(console, "error").mockImplementation((...shown) => {
    lines.push(shown.map((part) => JSON.stringify(part)).join(" "));
  });
  printError(error);
  print.mockRestore();

  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    err: { type: "QueryFailedError", code, query: expect.any(String), stack: expect.any(String), ...what },
  });
  for (const value of [phoneNumber, name, email]) expect(lines.join("")).not.toContain(value);
});
