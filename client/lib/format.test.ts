import { expect, test } from "@jest/globals";
import { displayName } from "./format";

test("a staff member is shown by name, by number, or as former once the account is erased", () => {
  expect(displayName({ name: "Asha", phoneNumber: "+919876543210" })).toBe("Asha");
  expect(displayName({ name: "", phoneNumber: "+919876543210" })).toBe("+919876543210");
  expect(displayName({ name: "", phoneNumber: "" })).toBe("Former staff member");
});
