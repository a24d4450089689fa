import { expect, test } from "@jest/globals";
import { actionLabel } from "./caseLabels";

test("actionLabel uses the terms of staff, even for actions with older names in the audit log", () => {
  expect(["FILE_SEEN", "MRZ_ENTERED", "PAPER_JUDGED", "PAYMENT_SETTLED"].map(actionLabel)).toEqual([
    "File seen",
    "MRZ entered",
    "Document reviewed",
    "Payment recorded",
  ]);
});
