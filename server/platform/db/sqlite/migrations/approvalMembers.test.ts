import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { makeDataSource } from "../sqliteSource";
import { ApprovalMembers1766100000000 } from "./1766/1766100000000-approvalMembers";
import { entities } from "../../../../app/entities";

test("an open approval gets its requester's staff number, and is closed if the requester has none", async () => {
  const source = await makeDataSource(":memory:", entities).initialize();
  await source.runMigrations();
  const runner = source.createQueryRunner();
  const migration = new ApprovalMembers1766100000000();
  await migration.down(runner);
  const at = "2026-11-01T00:00:00.000Z";
  await source.query(`INSERT INTO staff_member VALUES ('member', '+919876543210', 'COMMAND', '${at}')`);
  for (const [userId, phoneNumber] of [
    ["staff", "+919876543210"],
    ["gone", "+919876543211"],
  ]) {
    await source.query(
      `INSERT INTO user_account ("userId", "phoneNumber", name, "createdAt", "lastSeenAt") VALUES (?, ?, '', ?, ?)`,
      [userId, phoneNumber, at, at],
    );
    await source.query(
      `INSERT INTO approval ("approvalId", kind, "subjectId", text, asked, "askedByStaffId", "askedAt")
       VALUES (?, 'REFUND', ?, '', '', ?, ?)`,
      [userId, userId, userId, at],
    );
  }
  await migration.up(runner);
  const rows = await source.query<object[]>(`SELECT * FROM approval ORDER BY "approvalId" DESC`);
  expect(rows).toMatchObject([
    { approvalId: "staff", askedByMemberId: "member", outcome: null, closedAt: null },
    { approvalId: "gone", askedByMemberId: null, outcome: "VOID", closedAt: expect.stringMatching(/Z$/) },
  ]);
  await runner.release();
  await source.destroy();
});
