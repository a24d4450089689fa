import { describe, expect, test } from "@jest/globals";
import {
  checkApplicantDetails,
  findDetailWarnings,
  suggestGender,
  suggestIssueDate,
  suggestTitle,
  suggestTravelerType,
  normaliseDetails,
  type ApplicantInput,
} from "./applicant.rules";

const days = { today: "2026-11-20", travelDate: "2026-12-24" };
const good: ApplicantInput = {
  title: "Mrs.",
  firstName: "Asha",
  lastName: "Rao",
  gender: "FEMALE",
  dateOfBirth: "1990-05-14",
  passportNumber: "Z1234567",
  passportIssueDate: "2020-01-15",
  passportExpireDate: "2030-01-14",
};
const violationsOf = (changes: ApplicantInput) =>
  checkApplicantDetails(normaliseDetails({ ...good, ...changes }), days);

describe("complete details", () => {
  test("have no violations", () => {
    expect(violationsOf({})).toEqual([]);
  });

  test("have normalised spaces and capitals, and the specified defaults", () => {
    expect(
      normaliseDetails({
        firstName: "  Asha   Devi ",
        passportNumber: " z 123 4567 ",
        comments: " two\nlines ",
      }),
    ).toMatchObject({
      title: "Mr.",
      firstName: "Asha Devi",
      lastName: "",
      gender: "",
      dateOfBirth: "",
      passportNumber: "Z1234567",
      passportIssueDate: "",
      passportExpireDate: "",
      travelerType: "",
      nationality: "INDIAN",
      passportCountry: "INDIA",
      comments: "two\nlines",
    });
  });

  test("keep accents in one Unicode form, so that equal names compare equal", () => {
    expect(normaliseDetails({ firstName: "Jose\u0301" }).firstName).toBe("Jos\u00e9");
  });
});

describe("violations", () => {
  const everything = [
    ["firstName", "Please enter first name"],
    ["lastName", "Please enter last name"],
    ["gender", "Please select gender"],
    ["dateOfBirth", "Please enter date of birth"],
    ["passportNumber", "Please enter passport no"],
    ["passportIssueDate", "Please enter passport issue date"],
    ["passportExpireDate", "Please enter passport expire date"],
  ].map(([field, message]) => ({ field, code: "REQUIRED", message }));

  test.each([undefined, null, "", "   "])(
    "are all reported if every detail is %j, with the specified messages in the order of the form",
    (blank) => {
      const none = Object.fromEntries(Object.keys(good).map((field) => [field, blank]));
      expect(checkApplicantDetails(normaliseDetails(none), days)).toEqual(everything);
    },
  );

  test("are in the order of the form, whatever their codes", () => {
    const violations = violationsOf({
      title: "Sir",
      firstName: "",
      gender: "NONE",
      dateOfBirth: "2027-01-01",
      passportNumber: "1234567890",
      passportIssueDate: "",
      passportExpireDate: "soon",
      comments: "x".repeat(1001),
    });
    expect(violations.map(({ field, code }) => `${field} ${code}`)).toEqual([
      "title INVALID",
      "firstName REQUIRED",
      "gender INVALID",
      "dateOfBirth DATE_IN_FUTURE",
      "passportNumber TOO_LONG",
      "passportIssueDate REQUIRED",
      "passportExpireDate INVALID",
      "comments TOO_LONG",
    ]);
  });

  test("are limited to one per field", () => {
    const violations = violationsOf({ passportNumber: "ABC-1234567890" });
    expect(violations).toMatchObject([{ field: "passportNumber", code: "TOO_LONG" }]);
  });
});

describe("the passport number", () => {
  test("has at most 9 characters", () => {
    expect(violationsOf({ passportNumber: "123456789" })).toEqual([]);
    expect(violationsOf({ passportNumber: "1234567890" })).toEqual([
      { field: "passportNumber", code: "TOO_LONG", message: "Passport number must be 9 characters or fewer" },
    ]);
  });

  test.each(["Z123-456", "Z12345६", "<script>"])(
    "accepts only letters and digits, not %j",
    (passportNumber) => {
      expect(violationsOf({ passportNumber })).toMatchObject([{ field: "passportNumber", code: "INVALID" }]);
    },
  );
});

describe("dates", () => {
  test("of birth and of issue cannot be in the future", () => {
    expect(violationsOf({ dateOfBirth: "2026-11-21", passportIssueDate: "2026-11-21" })).toEqual([
      { field: "dateOfBirth", code: "DATE_IN_FUTURE", message: "Date of birth cannot be in the future" },
      {
        field: "passportIssueDate",
        code: "DATE_IN_FUTURE",
        message: "Passport issue date cannot be in the future",
      },
    ]);
  });

  test("in the future are not compared with other fields", () => {
    expect(violationsOf({ dateOfBirth: "2026-11-21", travelerType: "ADULT" })).toMatchObject([
      { field: "dateOfBirth", code: "DATE_IN_FUTURE" },
    ]);
    expect(violationsOf({ passportIssueDate: "2028-01-15", passportExpireDate: "2027-01-14" })).toMatchObject(
      [{ field: "passportIssueDate", code: "DATE_IN_FUTURE" }],
    );
  });

  test("of birth and of issue can be today", () => {
    expect(violationsOf({ dateOfBirth: "2026-11-20", passportIssueDate: "2026-11-20" })).toEqual([]);
  });

  test("of expiry can be in the future", () => {
    expect(violationsOf({ passportExpireDate: "2036-11-20" })).toEqual([]);
  });

  test.each(["2026-02-30", "14-05-1990", "1990-5-4", "yesterday"])(
    "are rejected if they are not a calendar day in ISO format: %j",
    (text) => {
      const violations = violationsOf({
        dateOfBirth: text,
        passportIssueDate: text,
        passportExpireDate: text,
      });
      expect(violations.map(({ field, code }) => `${field} ${code}`)).toEqual([
        "dateOfBirth INVALID",
        "passportIssueDate INVALID",
        "passportExpireDate INVALID",
      ]);
    },
  );

  test("of birth cannot be before 1900", () => {
    expect(violationsOf({ dateOfBirth: "1900-01-01" })).toEqual([]);
    expect(violationsOf({ dateOfBirth: "1899-12-31" })).toMatchObject([
      { field: "dateOfBirth", code: "INVALID" },
    ]);
  });
});

describe("text fields", () => {
  test.each([
    ["firstName", 60],
    ["lastName", 60],
    ["nationality", 60],
    ["passportCountry", 60],
    ["comments", 1000],
  ] as const)("have a maximum length: %s, %i characters", (field, limit) => {
    expect(violationsOf({ [field]: "a".repeat(limit) })).toEqual([]);
    expect(violationsOf({ [field]: "a".repeat(limit + 1) })).toMatchObject([{ field, code: "TOO_LONG" }]);
  });

  test("reject control characters, except line breaks in comments", () => {
    expect(violationsOf({ comments: "one\r\n\ttwo" })).toEqual([]);
    for (const text of ["As\u0000ha", "As\u001bha", "As\u0085ha", "As\ud800ha"])
      expect(violationsOf({ firstName: text })).toMatchObject([{ field: "firstName", code: "INVALID" }]);
  });

  test("accept any script", () => {
    expect(violationsOf({ firstName: "आशा", lastName: "Nuñez-O'Brien" })).toEqual([]);
    expect(
      violationsOf({
        firstName: "ശ്രീജിത്ത്",
        comments: "Travels with \u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
      }),
    ).toEqual([]);
  });

  test.each(["firstName", "lastName", "nationality", "passportCountry", "comments"] as const)(
    "reject invisible characters and stacked combining marks in %s",
    (field) => {
      for (const text of [
        "Asha\u202eRao",
        "As\u200bha",
        "Asha\u{e0041}",
        "\u200d",
        "\u3164",
        `a${"\u0323".repeat(59)}`,
      ])
        expect(violationsOf({ [field]: text })).toMatchObject([{ field, code: "INVALID" }]);
    },
  );
});

describe("the traveler category", () => {
  const { travelDate } = days;

  test.each([
    ["2023-12-25", "INFANT"],
    ["2023-12-24", "CHILD"],
    ["2008-12-25", "CHILD"],
    ["2008-12-24", "ADULT"],
    ["1940-01-01", "ADULT"],
  ])("for a date of birth of %s is %s on the day of travel", (dateOfBirth, fitting) => {
    expect(suggestTravelerType(dateOfBirth, travelDate)).toBe(fitting);
    expect(violationsOf({ dateOfBirth, passportIssueDate: "2026-10-01", travelerType: fitting })).toEqual([]);
  });

  test("that does not match the age is rejected, with a message that names the right category", () => {
    const saying = (words: string) => [
      { field: "travelerType", code: "INVALID", message: `On the day of travel this applicant is ${words}` },
    ];
    expect(violationsOf({ travelerType: "CHILD" })).toEqual(saying("an adult: 18 years or older"));
    expect(violationsOf({ travelerType: "ADULT", dateOfBirth: "2010-01-01" })).toEqual(
      saying("a child: 3 to under 18 years"),
    );
    expect(
      violationsOf({ travelerType: "CHILD", dateOfBirth: "2026-01-01", passportIssueDate: "2026-10-01" }),
    ).toEqual(saying("an infant: under 3 years"));
  });

  test("is rejected if it is unknown", () => {
    expect(violationsOf({ travelerType: "SENIOR" })).toMatchObject([
      { field: "travelerType", code: "INVALID" },
    ]);
  });

  test("is not derived from a missing date", () => {
    expect(suggestTravelerType("", travelDate)).toBeUndefined();
    expect(suggestTravelerType("1990-05-14", "")).toBeUndefined();
  });
});

describe("the title", () => {
  test.each([
    ["MALE", "2018-06-01", "Master"],
    ["FEMALE", "2018-06-01", "Miss"],
    ["MALE", "1990-05-14", "Mr."],
    ["FEMALE", "1990-05-14", "Ms."],
    ["MALE", "", "Mr."],
    ["OTHER", "2018-06-01", undefined],
  ])("for %s, born on %s, is suggested as %s", (gender, dateOfBirth, suggested) => {
    expect(suggestTitle(gender, dateOfBirth, "2026-12-24")).toBe(suggested);
  });
});

describe("the gender", () => {
  test.each([
    ["Mr.", "MALE"],
    ["Master", "MALE"],
    ["Mrs.", "FEMALE"],
    ["Ms.", "FEMALE"],
    ["Miss", "FEMALE"],
    ["Dr.", undefined],
  ])("for the title %s is suggested as %s", (title, suggested) => {
    expect(suggestGender(title)).toBe(suggested);
  });
});

describe("a passport", () => {
  test.each([
    [{ passportIssueDate: "1990-05-13" }, "passportIssueDate", "issued before its holder was born"],
    [{ passportExpireDate: "2020-01-15" }, "passportExpireDate", "expire before it was issued"],
    [{ passportExpireDate: "2026-12-23" }, "passportExpireDate", "have expired on the day of travel"],
  ])("with %j is rejected with a message that states the contradiction", (changes, field, message) => {
    expect(violationsOf(changes)).toEqual([
      expect.objectContaining({ field, code: "INVALID", message: expect.stringContaining(message) }),
    ]);
  });

  test("cannot have expired, even if the travel date has passed", () => {
    const [day, before] = ["2026-11-01", "2026-10-31"];
    const check = (passportExpireDate: string) =>
      checkApplicantDetails(normaliseDetails({ ...good, passportExpireDate }), {
        today: day,
        travelDate: before,
      });
    expect(check(before)).toEqual([
      { field: "passportExpireDate", code: "INVALID", message: "This passport has expired" },
    ]);
    expect(check(day)).toEqual([]);
  });

  test("can be issued on the day of birth and expire on the day of travel", () => {
    expect(violationsOf({ passportIssueDate: "1990-05-14", passportExpireDate: "2026-12-24" })).toEqual([]);
  });
});

describe("warnings", () => {
  const warningsOf = (changes: ApplicantInput) =>
    findDetailWarnings(normaliseDetails({ ...good, ...changes }), days.travelDate).map(({ field }) => field);

  test("are absent for a valid passport", () => {
    expect(warningsOf({})).toEqual([]);
  });

  test("appear if the passport expires within 180 days of travel", () => {
    expect(warningsOf({ passportExpireDate: "2026-12-24" })).toEqual(["passportExpireDate"]);
    expect(warningsOf({ passportExpireDate: "2027-06-21" })).toEqual(["passportExpireDate"]); // 179 days
    expect(warningsOf({ passportExpireDate: "2027-06-22" })).toEqual([]); // 180 days
  });

  test("appear for an Indian passport number that is not one letter and seven digits, but not for other passports", () => {
    expect(warningsOf({ passportNumber: "AB123456" })).toEqual(["passportNumber"]);
    expect(warningsOf({ passportNumber: "AB123456", passportCountry: "Nepal" })).toEqual([]);
  });

  test("ask the traveller to confirm names with characters that passports do not print", () => {
    const confirmed = (changes: ApplicantInput) =>
      findDetailWarnings(normaliseDetails({ ...good, ...changes }), days.travelDate)
        .filter(({ needsConfirmation }) => needsConfirmation)
        .map(({ field }) => field);
    for (const firstName of ["A5ha", "Asha!", "आशा", "Asha_R"])
      expect(confirmed({ firstName })).toEqual(["firstName"]);
    for (const lastName of ["O'Brien", "Rao-Iyer", "Müller", "D’Souza", "St. John", "Van der Berg"])
      expect(confirmed({ lastName })).toEqual([]);
    expect(confirmed({ passportNumber: "AB123456" })).toEqual(["passportNumber"]);
    expect(confirmed({ passportExpireDate: "2026-12-24" })).toEqual([]);
  });

  test("appear if title and gender differ, unless one of them is neutral", () => {
    expect(warningsOf({ title: "Mr." })).toEqual(["gender"]);
    expect(warningsOf({ title: "Mrs.", gender: "MALE" })).toEqual(["gender"]);
    expect(warningsOf({ title: "Dr." })).toEqual([]);
    expect(warningsOf({ title: "Mr.", gender: "OTHER" })).toEqual([]);
  });

  test("are not violations", () => {
    expect(violationsOf({ title: "Mr." })).toEqual([]);
    expect(violationsOf({ passportNumber: "AB123456", passportExpireDate: "2026-12-24" })).toEqual([]);
  });
});

describe("the suggested issue date", () => {
  const adult = normaliseDetails({ dateOfBirth: "1990-05-14", passportExpireDate: "2030-01-14" });
  const suggest = (changes: Partial<typeof adult>) =>
    suggestIssueDate({ ...adult, ...changes }, "2026-11-26");

  test("is ten years before an adult's Indian passport expires, and five before a minor's", () => {
    expect(suggest({})).toBe("2020-01-15");
    expect(suggest({ dateOfBirth: "2017-11-26", passportExpireDate: "2029-01-14" })).toBe("2024-01-15");
  });

  test("is undefined for other passports, for a day in the future, and if a date is missing", () => {
    expect(suggest({ passportCountry: "NPL" })).toBeUndefined();
    expect(suggest({ passportExpireDate: "2040-01-14" })).toBeUndefined();
    expect(suggest({ passportExpireDate: "" })).toBeUndefined();
    expect(suggest({ dateOfBirth: "" })).toBeUndefined();
  });
});
