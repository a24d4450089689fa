import { expect, test } from "@jest/globals";
import { actionLabel } from "./caseLabels";

test("actions have the staff's terms, also where the audit log has older names", () => {
  expect(["FILE_SEEN", "MRZ_ENTERED", "PAPER_JUDGED", "PAYMENT_SETTLED"].map(actionLabel)).toEqual([
    "File seen",
    "MRZ entered",
    "Document reviewed",
    "Payment recorded",
  ]);
});
