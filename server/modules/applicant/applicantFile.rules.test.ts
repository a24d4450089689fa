import { expect, test } from "@jest/globals";
import { visaFileName } from "./applicantFile.rules";

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
])("the visa of %j %j is saved under the whole name", (firstName, lastName, expected) => {
  expect(nameOf(firstName, lastName)).toBe(expected);
});

test("a slash in the country's name stays apart too", () => {
  expect(nameOf("Asha", "Rao", "Congo/Kinshasa")).toBe("Asha Rao - Congo-Kinshasa visa.pdf");
});
