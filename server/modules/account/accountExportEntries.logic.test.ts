import "reflect-metadata";
import { expect, test } from "@jest/globals";
import type { StoredFileEntity } from "../file/file.entity";
import type { UserEntity } from "../user/user.entity";
import { exportEntries, type ExportSources } from "./accountExportEntries.logic";

test("an export leaves out a file that is removed before it is read, and says so", async () => {
  const file = { contentType: "image/png", position: 0 };
  const photo = { ...file, fileId: "here", purpose: "PHOTO" };
  const page = { ...file, fileId: "gone", purpose: "PASSPORT_FRONT" };
  const sources = {
    db: { read: { find: async () => [] } },
    keptApplicants: { findForExport: async () => [{ files: [page, photo] }] },
    fileService: {
      findBytes: async ({ fileId }: StoredFileEntity) =>
        fileId === "gone" ? undefined : Buffer.from("bytes"),
    },
  } as unknown as ExportSources;
  const contents = new Map<string, unknown>();
  for await (const { name, content } of exportEntries({ userId: "owner" } as UserEntity, "Visaport", sources))
    contents.set(name, content);
  const names = [...contents.keys()];
  expect(names.filter((name) => name.startsWith("files/"))).toEqual(["files/kept/applicant-1-photo.png"]);
  expect(contents.get("README.txt")).toContain("A file that is removed during the download is missing");
});
