import { expect, test } from "@jest/globals";
import { displayName } from "./format";

test("displayName falls back to a staff member's number and, after erasure, to Former staff member", () => {
  expect(displayName({ name: "Asha", phoneNumber: "+919876543210" })).toBe("Asha");
  expect(displayName({ name: "", phoneNumber: "+919876543210" })).toBe("+919876543210");
  expect(displayName({ name: "", phoneNumber: "" })).toBe("Former staff member");
});
