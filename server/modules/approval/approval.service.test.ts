import { expect, test } from "@jest/globals";
import { ApprovalService } from "./approval.service";

test("a refund requires approval only above the amount in the settings", () => {
  const withLimit = (aboveInr: number | undefined) => new ApprovalService({ aboveInr } as never);
  expect([999, 1000, 1001].map((amount) => withLimit(1000).requiresApproval(amount))).toEqual([
    false,
    false,
    true,
  ]);
  expect(withLimit(undefined).requiresApproval(1_000_000)).toBe(false);
});

test("an approval that was closed in the meantime is not granted again", async () => {
  const updates: object[] = [];
  const transaction = {
    findOneBy: async () => ({ askedByStaffId: "ravi", closedAt: "2026-11-29T06:30:00.000Z" }),
    update: async (_entity: object, _where: object, changes: object) => void updates.push(changes),
  };
  const approvals = new ApprovalService({
    clock: { now: () => new Date() },
    staff: { findMemberId: async () => "member" },
  } as never);
  const agreed = approvals.agree(transaction as never, { approvalId: "a" } as never, { staffId: "meera" });
  await expect(agreed).rejects.toMatchObject({ code: "INVALID_STATE" });
  expect(updates).toEqual([]);
});
