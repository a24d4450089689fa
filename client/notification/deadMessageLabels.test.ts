import { expect, test } from "@jest/globals";
import { failureLabel } from "./deadMessageLabels";

test.each([
  ["MSG91_NUMBER", "The number or address is not valid"],
  ["MSG91_TEMPLATE", "MSG91 does not know the template: check its ID in the settings"],
  ["SMTP_550", "The mail server refuses the address or the message"],
  ["SMTP_451", "The mail server could not accept it at the time"],
  ["MSG91_503", "The provider did not answer"],
  ["SMTP_TIMEOUT", "The provider did not answer"],
  ["MSG91_REFUSED", "The provider did not accept it"],
  [null, "The provider did not accept it"],
])("failureLabel describes the code %s", (code, words) => {
  expect(failureLabel(code)).toBe(words);
});
