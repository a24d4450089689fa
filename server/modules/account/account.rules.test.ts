import { expect, test } from "@jest/globals";
import { cannotEraseReason } from "./account.rules";

test("allows erasure if no paid application is unfinished", () => {
  expect(cannotEraseReason([])).toBeUndefined();
});

test("names every blocking application in the reason", () => {
  expect(cannotEraseReason(["VP-AAAA-BBBB-C"])).toMatch(
    /^Application VP-AAAA-BBBB-C is paid and not yet decided, or a refund or a dispute about its payment is open\./,
  );
  expect(cannotEraseReason(["VP-A", "VP-B"])).toMatch(
    /^Applications VP-A, VP-B are paid and not yet decided, or refunds or disputes about their payments are open\./,
  );
});
