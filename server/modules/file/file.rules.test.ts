import { describe, expect, test } from "@jest/globals";
import {
  acceptAttribute,
  fileExtension,
  fileGuidance,
  fileRequiredViolation,
  findViolationByName,
  maxFileBytes,
  safeFileName,
} from "./file.rules";

describe("a file name", () => {
  test.each([
    ["passport.jpg", "passport.jpg"],
    ["../../etc/passwd.png", "passwd.png"],
    ["C:\\Users\\asha\\scan 1.pdf", "scan 1.pdf"],
    ["पासपोर्ट.jpg", "पासपोर्ट.jpg"],
    ["ക്‍ഷ.png", "ക്‍ഷ.png"],
    ["Müller–Ünal.pdf", "Müller_Ünal.pdf"],
    ["photo.jpg\0.pdf", "photo.jpg.pdf"],
    ["a\r\nSet-Cookie: x=1.jpg", "a Set-Cookie_ x_1.jpg"],
    ['"><script>.jpg', "___script_.jpg"],
    ["photo\u202Egpj.exe", "photogpj.exe"],
    ["...", "file"],
    ["", "file"],
    ["..\\..", "file"],
    [".env.jpg", "env.jpg"],
  ])("given as %j is stored as %j", (name, expected) => {
    expect(safeFileName(name)).toBe(expected);
  });

  test("is shortened to 100 characters and keeps its extension", () => {
    const name = safeFileName(`${"ñ".repeat(5000)}.jpeg`);
    expect(Array.from(name)).toHaveLength(100);
    expect(name.endsWith("ñ.jpeg")).toBe(true);
  });

  test("has as its extension the part after its last dot", () => {
    expect(fileExtension("Scan.Final.PDF")).toBe("pdf");
    expect(fileExtension("scan")).toBe("");
  });
});

describe("a check by name and size alone", () => {
  test("rejects a PDF as a photo and accepts it as a passport page", () => {
    expect(findViolationByName("PHOTO", "me.pdf", 10)).toEqual({
      code: "FILE_TYPE",
      message: "The selected file must be a JPG or PNG",
    });
    expect(findViolationByName("PASSPORT_FRONT", "me.pdf", 10)).toBeUndefined();
    expect(acceptAttribute("PHOTO")).toBe(".jpg,.jpeg,.png");
    expect(acceptAttribute("DOCUMENT")).toBe(".jpg,.jpeg,.png,.pdf");
  });

  test("explains how to convert a HEIC photo and reports an SVG as a drawing", () => {
    expect(findViolationByName("PHOTO", "IMG_1.HEIC", 10)?.message).toContain("Most Compatible");
    expect(findViolationByName("DOCUMENT", "a.svg", 10)?.message).toContain("SVG");
  });

  test("accepts a file of 5 MB and rejects larger or empty files", () => {
    expect(findViolationByName("PHOTO", "a.jpg", maxFileBytes)).toBeUndefined();
    expect(findViolationByName("PHOTO", "a.jpg", maxFileBytes + 1)).toEqual({
      code: "FILE_TOO_LARGE",
      message: "The selected file must be 5 MB or smaller",
    });
    expect(findViolationByName("PHOTO", "a.jpg", 0)?.message).toBe("The selected file is empty");
  });
});

test("the messages for missing files match the specification verbatim", () => {
  expect(fileRequiredViolation("PHOTO")).toEqual({
    code: "FILE_REQUIRED",
    message: "Please upload profile photo",
  });
  expect(fileRequiredViolation("PASSPORT_FRONT").message).toBe("Please upload passport frontside image");
  expect(fileRequiredViolation("PASSPORT_BACK").message).toBe("Please upload passport backside image");
  expect(fileGuidance.PHOTO).toContain("50 KB-100 KB");
  expect(fileGuidance.PASSPORT_BACK).toContain("200 dpi");
});
