import { describe, expect, test } from "@jest/globals";
import { makePdf } from "../../../server/test/kit/files/makePdf";
import { isEncryptedPdf, sniffType } from "./inspectFile";

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("sniffType", () => {
  test("detects JPG, PNG and PDF by their first bytes", () => {
    expect(sniffType(bytes("\xff\xd8\xff\xe0 and more"))).toBe("image/jpeg");
    expect(sniffType(bytes("\x89PNG\r\n\x1a\n and more"))).toBe("image/png");
    expect(sniffType(bytes("%PDF-1.7\n"))).toBe("application/pdf");
  });

  test("detects HEIC and SVG, so that each gets its own error message", () => {
    expect(sniffType(bytes("\0\0\0\x18ftypheic\0\0\0\0"))).toBe("heic");
    expect(sniffType(bytes('<?xml version="1.0"?>\n<svg xmlns="x">'))).toBe("svg");
  });

  test.each([
    ["heic", "heic"],
    ["heix", "heic"],
    ["mif1", "heic"],
    ["avif", "avif"],
    ["avis", "avif"],
    ["isom", undefined],
    ["qt  ", undefined],
  ])("detects a container of brand %j as %j", (brand, expected) => {
    expect(sniffType(bytes(`\0\0\0\x18ftyp${brand}\0\0\0\0`))).toBe(expected);
  });

  test("returns undefined for text, an empty file and a file of two bytes", () => {
    expect(sniffType(bytes("hello, I am a photo.jpg"))).toBeUndefined();
    expect(sniffType(new Uint8Array())).toBeUndefined();
    expect(sniffType(bytes("\xff\xd8"))).toBeUndefined();
  });
});

const asBlob = (bytes: Uint8Array) => new Blob([Uint8Array.from(bytes)]);

test("isEncryptedPdf detects a password-protected PDF", async () => {
  expect(await isEncryptedPdf(asBlob(makePdf({ password: "secret" })))).toBe(true);
});

test("isEncryptedPdf ignores a PDF that only mentions encryption in its text", async () => {
  expect(await isEncryptedPdf(asBlob(makePdf({ text: "The /Encrypt entry" })))).toBe(false);
  expect(await isEncryptedPdf(asBlob(makePdf({ packed: true })))).toBe(false);
});
