import { expect, test } from "@jest/globals";
import { makePdf } from "../../../server/modules/file/testing/makePdf";
import { isEncryptedPdf } from "./isEncryptedPdf";

const asBlob = (bytes: Uint8Array) => new Blob([Uint8Array.from(bytes)]);

test("knows a PDF with a password", async () => {
  expect(await isEncryptedPdf(asBlob(makePdf({ password: "secret" })))).toBe(true);
});

test("leaves a PDF alone that only writes of encryption", async () => {
  expect(await isEncryptedPdf(asBlob(makePdf({ text: "The /Encrypt entry" })))).toBe(false);
  expect(await isEncryptedPdf(asBlob(makePdf({ packed: true })))).toBe(false);
});
