import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { toPrincipal } from "../../core/principal";
import { OlderAccountService } from "./olderAccount.service";

test("restoring an account moves or ends what the newer account has, and is in the audit log", async () => {
  const phoneNumber = "+919876500001";
  const users = [
    { userId: "newer", phoneNumber },
    { userId: "older", phoneNumber: "aside:older", name: "Asha", identityTries: 0 },
  ];
  const done: string[] = [];
  const note = (what: string) => async (_transaction: object, about: unknown) =>
    void done.push(`${what} ${typeof about === "string" ? about : JSON.stringify(about)}`);
  const transaction = {
    find: async () => users.slice(1),
    query: async (_sql: string, [userId]: string[]) => users.filter((user) => user.userId === userId),
  };
  const service = new OlderAccountService({
    accounts: { anonymise: note("anonymise"), restore: async () => undefined },
    approvals: { closeAskedBy: note("close approvals") },
    audit: { record: note("audit") },
    clock: { now: () => new Date("2026-11-29T06:30:00.000Z") },
    db: { write: (work: (manager: object) => Promise<unknown>) => work(transaction) },
    history: { hasAny: async () => true, matchesApplicant: async () => true, moveAll: async () => undefined },
    notifications: { move: note("move messages") },
    sessions: { endSessions: note("end sessions"), open: async () => ({ token: "t", expiration: "" }) },
    staff: { isStaff: async () => false },
  } as unknown as ConstructorParameters<typeof OlderAccountService>[0]);
  const caller = toPrincipal({ address: "127.0.0.1" }, { userId: "newer", sessionId: "s" });
  await service.confirm(caller, { dateOfBirth: "1988-02-29" });
  expect(done.toSorted()).toEqual([
    "anonymise newer",
    "audit IDENTITY_CONFIRMED",
    "close approvals newer",
    'end sessions {"userId":"newer"}',
    'move messages {"from":"newer","to":"older"}',
  ]);
});
