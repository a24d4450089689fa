import { expect, test } from "@jest/globals";
import { visaFileName } from "./visaFileName.rules";

const nameOf = (firstName: string, lastName: string, countryName = "Bahrain") =>
  visaFileName({
    applicant: { firstName, lastName },
    request: { countryName },
    contentType: "application/pdf",
  });

test.each([
  ["Asha", "Rao", "Asha Rao - Bahrain visa.pdf"],
  ["Asha D/O Ravi", "Rao", "Asha D-O Ravi Rao - Bahrain visa.pdf"],
  ["Imran", "S/O Yusuf", "Imran S-O Yusuf - Bahrain visa.pdf"],
  ["Meera W/O Arun", "Iyer\\Nair", "Meera W-O Arun Iyer-Nair - Bahrain visa.pdf"],
  ["", "", "Bahrain visa.pdf"],
])("names the visa file of %j %j after the full name", (firstName, lastName, expected) => {
  expect(nameOf(firstName, lastName)).toBe(expected);
});

test("replaces a slash in the country name", () => {
  expect(nameOf("Asha", "Rao", "Congo/Kinshasa")).toBe("Asha Rao - Congo-Kinshasa visa.pdf");
});
