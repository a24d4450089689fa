import { expect, test } from "@jest/globals";
import { shownEmail } from "./profile";

const phone = "+919876543210";

test("shownEmail is blank if the address is the user's phone number at a free-mail host", () => {
  expect(shownEmail("9876543210@gmail.com", phone)).toBe("");
  expect(shownEmail("+919876543210@yahoo.co.in", phone)).toBe("");
  expect(shownEmail("919876543210@Outlook.com", phone)).toBe("");
});

test("shownEmail returns any other address", () => {
  expect(shownEmail("asha@gmail.com", phone)).toBe("asha@gmail.com");
  expect(shownEmail("9876543211@gmail.com", phone)).toBe("9876543211@gmail.com");
  expect(shownEmail("9876543210@visaport.example", phone)).toBe("9876543210@visaport.example");
  expect(shownEmail(null, phone)).toBe("");
});
