import { describe, expect, test } from "@jest/globals";
import { findTextViolation } from "./text.rules";

/** Real names, those with the most combining marks per letter first. */
const names = [
  "ဖြိုး",
  "လှိုင်",
  "अमजद अली ख़ाँ",
  "ज़ैनब फ़ैज़",
  "श्रीकृष्ण सिंह",
  "চাঁদনী চৌধুরী",
  "শ্রীলেখা মিত্র",
  "র‍্যাচেল হ্যাঁ",
  "ശ്രീജിത്ത് കൃഷ്ണൻ",
  "കൃഷ്ണന്‍",
  "ஸ்ரீதர் கோபாலகிருஷ்ணன்",
  "శ్రీనివాస్",
  "ಶ್ರೀಧರ",
  "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
  "મિત્સુંદર",
  "ଶ୍ରୀକାନ୍ତ",
  "ශ්‍රී ලක්ෂ්මන්",
  "སྒྲོལ་མ",
  "محمّد عبدُالله",
  "שּׁוֹשַׁנָּה",
  "Nguyễn Thị Phượng",
  "Zoë D'Souza",
];

test.each(names)("accepts the name %s, composed and decomposed", (name) => {
  expect(findTextViolation(name)).toBeUndefined();
  expect(findTextViolation(name.normalize("NFD"))).toBeUndefined();
});

test.each(["", "-", "7", "☎️", "\u{1f468}\u200d\u{1f469}", "1\ufe0f\u20e3"])(
  "accepts the text %j",
  (text) => {
    expect(findTextViolation(text)).toBeUndefined();
  },
);

describe("rejects a text", () => {
  test.each([
    ["a direction override", "Asha\u202eRao"],
    ["a zero-width space", "As\u200bha"],
    ["a soft hyphen", "As\u00adha"],
    ["a byte order mark", "\ufeffAsha"],
    ["a tag character", "Asha\u{e0041}"],
  ])("with %s", (_what, text) => {
    expect(findTextViolation(text)).toMatch(/invisible character.*type it again/i);
  });

  test.each([
    ["59 combining marks", `a${"\u0323".repeat(59)}`],
    ["six combining marks", `x${"\u0323".repeat(6)}`],
    ["combining marks around joiners", `a${"\u0323\u0323\u200d".repeat(3)}`],
  ])("with %s", (_what, text) => {
    expect(findTextViolation(text)).toMatch(/too many accents/);
  });

  test.each([
    ["a joiner", "\u200d"],
    ["two joiners", "\u200c\u200d"],
    ["a Hangul filler", "\u3164"],
    ["a halfwidth Hangul filler and a space", "\uffa0 \uffa0"],
    ["an empty Braille cell", "\u2800"],
    ["a combining mark", "\u0301"],
    ["a variation selector", "\ufe0f"],
  ])("if it has only %s", (_what, text) => {
    expect(findTextViolation(text)).toBe("has no visible character");
  });

  test("with a control character", () => {
    expect(findTextViolation("As\u0000ha")).toBe("has a character that cannot be used");
  });
});
