import { expect, test } from "@jest/globals";
import { failureLabel } from "./deadMessageLabels";

test.each([
  ["MSG91_NUMBER", "The number or address is not a valid one"],
  ["MSG91_TEMPLATE", "MSG91 does not know the text: look at its id in the settings"],
  ["SMTP_550", "The mail server refuses the address or the message"],
  ["SMTP_451", "The mail server did not take it at the time"],
  ["MSG91_503", "The provider did not answer"],
  ["SMTP_TIMEOUT", "The provider did not answer"],
  ["MSG91_REFUSED", "The provider did not take it"],
  [null, "The provider did not take it"],
])("%s is said in words", (code, words) => {
  expect(failureLabel(code)).toBe(words);
});
