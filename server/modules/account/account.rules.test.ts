import { expect, test } from "@jest/globals";
import { erasureRefusal } from "./account.rules";

test("an account is erased where nothing is paid and unfinished", () => {
  expect(erasureRefusal([])).toBeUndefined();
});

test("the refusal names the application, or all of them", () => {
  expect(erasureRefusal(["VP-AAAA-BBBB-C"])).toMatch(
    /^Application VP-AAAA-BBBB-C is paid and not finished\./,
  );
  expect(erasureRefusal(["VP-A", "VP-B"])).toMatch(/^Applications VP-A, VP-B are paid and not finished\./);
});
