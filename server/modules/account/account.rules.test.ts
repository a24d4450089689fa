import { expect, test } from "@jest/globals";
import { cannotEraseReason } from "./account.rules";

test("an account is erased where nothing is paid and unfinished", () => {
  expect(cannotEraseReason([])).toBeUndefined();
});

test("the refusal names the application, or all of them", () => {
  expect(cannotEraseReason(["VP-AAAA-BBBB-C"])).toMatch(
    /^Application VP-AAAA-BBBB-C is paid and not yet decided\./,
  );
  expect(cannotEraseReason(["VP-A", "VP-B"])).toMatch(
    /^Applications VP-A, VP-B are paid and not yet decided\./,
  );
});
