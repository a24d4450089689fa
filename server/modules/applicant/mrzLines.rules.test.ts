import { describe, expect, test } from "@jest/globals";
import { chooseMrz, type MrzEntry } from "./mrzLines.rules";

const entry = (enteredBy: MrzEntry["enteredBy"], line2 = "2"): MrzEntry => ({ line1: "1", line2, enteredBy });
const read = ["1", "read"] as const;
const ofServer = entry("SERVER", "read");

describe("the lines of a new front page", () => {
  const isNewPage = true;

  test("are the server's reading, unless the traveller sends typed lines or staff typed the earlier ones", () => {
    for (const [sent, before, chosen] of [
      [undefined, null, ofServer],
      [undefined, entry("TRAVELLER"), ofServer],
      [undefined, entry("STAFF"), undefined],
      [entry("DEVICE"), null, ofServer],
      [entry("TRAVELLER"), null, entry("TRAVELLER")],
      [null, entry("TRAVELLER"), ofServer],
    ] as const)
      expect([sent, before, chooseMrz({ sent, before, isNewPage, read })]).toEqual([sent, before, chosen]);
  });

  test("are the device's reading or the earlier typed lines if the server cannot read the MRZ", () => {
    for (const [sent, before, chosen] of [
      [undefined, null, undefined],
      [undefined, entry("TRAVELLER"), undefined],
      [undefined, entry("STAFF"), undefined],
      [entry("DEVICE"), null, entry("DEVICE")],
      [null, entry("TRAVELLER"), null],
    ] as const)
      expect([sent, before, chooseMrz({ sent, before, isNewPage, read: undefined })]).toEqual([
        ...[sent, before, chosen],
      ]);
  });

  test("are null if a machine read the earlier lines and the server cannot read the new page", () => {
    for (const by of ["DEVICE", "SERVER"] as const)
      expect(chooseMrz({ sent: undefined, before: entry(by), isNewPage, read: undefined })).toBeNull();
  });
});

test("without a new page, lines change only if they are sent", () => {
  const rest = { before: entry("SERVER"), isNewPage: false, read: undefined };
  expect(chooseMrz({ ...rest, sent: undefined })).toBeUndefined();
  expect(chooseMrz({ ...rest, sent: null })).toBeNull();
  expect(chooseMrz({ ...rest, sent: entry("TRAVELLER") })).toEqual(entry("TRAVELLER"));
});
