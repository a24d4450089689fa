import { expect, test } from "@jest/globals";
import { cannotKeepReason, isExpired, notOwnApplication } from "./keptApplicant.rules";

test("an applicant is kept until the last day of the passport", () => {
  const today = "2026-11-29";
  expect(["2026-11-28", "2026-11-29"].map((day) => isExpired(day, today))).toEqual([true, false]);
});

test("applicants are kept only from the account's own paid applications, while their data is stored", () => {
  const request = { userId: "own", paymentStatus: "PAID", papersRemovedAt: null } as const;
  expect(cannotKeepReason(request, "own")).toBeUndefined();
  expect(cannotKeepReason(request, "another")).toBe(notOwnApplication);
  for (const paymentStatus of ["PENDING", "REFUND_DUE", "REFUNDED"] as const)
    expect(cannotKeepReason({ ...request, paymentStatus }, "own")).toContain(
      "once their application is paid",
    );
  expect(cannotKeepReason({ ...request, papersRemovedAt: "2026-11-29" }, "own")).toContain("was removed");
});
