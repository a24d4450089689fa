import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { entities } from "../../app/entities";
import { DomainError } from "../../core/errors";
import { toPrincipal } from "../../core/principal";
import { makeDataSource } from "../../platform/db/sqlite/sqliteSource";
import { UserEntity } from "./user.entity";
import { anonymiseUser, updateUser } from "./user.repository";
import { UserService } from "./user.service";

const at = "2026-11-29T06:30:00.000Z";
const me: UserEntity = {
  userId: "u",
  phoneNumber: "+919876500001",
  kind: "PERSON",
  name: "Asha",
  email: null,
  createdAt: at,
  lastSeenAt: at,
  formerNumber: null,
  identityTries: 0,
};

test("a number does not change if its owner has requested an approval since the change was checked", async () => {
  const updates: object[] = [];
  const transaction = {
    findOneBy: async () => null,
    update: async (_entity: object, _where: object, changes: object) => {
      updates.push(changes);
      return { affected: 1 };
    },
  };
  let checks = 0;
  const users = new UserService({
    approvals: {
      assertNoneAskedBy: async () => {
        if (++checks === 2) throw new DomainError("INVALID_STATE", "You requested this");
      },
    },
    codes: {
      withCodes: (_caller: object, _proofs: object, work: (manager: object) => Promise<void>) =>
        work(transaction),
    },
    db: { rows: { query: async () => [me] } },
  } as unknown as ConstructorParameters<typeof UserService>[0]);
  const caller = toPrincipal({ address: "127.0.0.1" }, { userId: me.userId, sessionId: "s" });
  const input = { phoneNumber: "+919876500002", otp: "123456", presentOtp: "123456" };
  await expect(users.updateProfile(caller, input)).rejects.toMatchObject({ code: "INVALID_STATE" });
  expect(updates).toEqual([]);
});

test("an account that was erased in the meantime gets no name again", async () => {
  const source = await makeDataSource(":memory:", entities).initialize();
  try {
    await source.runMigrations();
    await source.manager.insert(UserEntity, me);
    await anonymiseUser(source.manager, me.userId);
    await expect(updateUser(source.manager, me.userId, { name: "Asha" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await source.manager.findOneBy(UserEntity, { userId: me.userId })).toMatchObject({ name: "" });
  } finally {
    await source.destroy();
  }
});
