import { describe, expect, test } from "@jest/globals";
import { findFileIds, putFilesBack, takeOutFiles } from "./draftFiles";

const bytesOf = async (files: ReadonlyMap<string, Blob>) =>
  new Map(await Promise.all([...files].map(async ([id, file]) => [id, await file.arrayBuffer()] as const)));

describe("a draft with files", () => {
  const photo = new File(["photo"], "me.jpg", { type: "image/jpeg", lastModified: 5 });
  const paper = new File(["paper"], "ticket.pdf", { type: "application/pdf", lastModified: 6 });
  const content = {
    values: { firstName: "Asha" },
    chosen: { profileFile: { file: photo, original: photo, width: 630 } },
    documents: [{ key: "1", prepared: { file: paper } }],
  };

  test("is restored with each file's name, type, date and bytes", async () => {
    const { text, files } = takeOutFiles(content);
    const back = putFilesBack(text, await bytesOf(files)) as typeof content;
    expect(back.values).toEqual(content.values);
    expect(back.chosen.profileFile.width).toBe(630);
    const { file } = back.documents[0]!.prepared;
    expect([file.name, file.type, file.lastModified, await file.text()]).toEqual([
      "ticket.pdf",
      "application/pdf",
      6,
      "paper",
    ]);
    expect(await back.chosen.profileFile.file.text()).toBe("photo");
  });

  test("stores a file once, even if the draft is stored again", async () => {
    const first = takeOutFiles(content);
    expect(first.files.size).toBe(2);
    const back = putFilesBack(first.text, await bytesOf(first.files));
    expect([...takeOutFiles(content).files.keys()]).toEqual([...first.files.keys()]);
    expect([...takeOutFiles(back).files.keys()]).toEqual([...first.files.keys()]);
    expect(new Set(findFileIds(first.text))).toEqual(new Set(first.files.keys()));
  });

  test("cannot be restored if a file is missing", () => {
    expect(() => putFilesBack(takeOutFiles(content).text, new Map())).toThrow("missing");
  });
});
