import { expect, test } from "@jest/globals";
import { displayName } from "./format";

test("displayName returns a staff member's name, else the number, and Former staff member after erasure", () => {
  expect(displayName({ name: "Asha", phoneNumber: "+919876543210" })).toBe("Asha");
  expect(displayName({ name: "", phoneNumber: "+919876543210" })).toBe("+919876543210");
  expect(displayName({ name: "", phoneNumber: "" })).toBe("Former staff member");
});
