import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import type { FilePurpose } from "../file.rules";
import { inspectContent } from "./inspectContent";
import { inspectFile, checkFileCheaply, type InspectedFile } from "./inspectFile";
import { makePhoneJpeg, makePng } from "../../../test/kit/files/makeImage";
import { makePdf } from "../../../test/kit/files/makePdf";
import type { ReceivedUpload } from "../../../core/ReceivedUpload";

const deps = {
  scanner: { scan: async () => "UNSCANNED" as const },
  inspector: { inspect: inspectContent },
  person: "somebody",
};

/** Runs both steps of the inspection in this process. */
async function inspect(purpose: FilePurpose, received: ReceivedUpload): Promise<InspectedFile> {
  const { promising, violation } = await checkFileCheaply(purpose, received);
  return violation ? { violation } : inspectFile(promising, deps);
}

const text = (content: string) => Buffer.from(content);

async function violationOf(filename: string, bytes: Buffer, purpose: FilePurpose = "DOCUMENT") {
  return (await inspect(purpose, { filename, bytes })).violation;
}

describe("inspectFile", () => {
  test("re-encodes a photo, sanitises its name and adds its size and hash", async () => {
    const bytes = await makePhoneJpeg({ width: 300, height: 400 });
    const { file } = await inspect("PHOTO", { filename: "C:\\fakepath\\Ich & Ö.JPG", bytes });
    expect(file).toMatchObject({
      contentType: "image/jpeg",
      imageName: "Ich & Ö.JPG",
    });
    expect(await sharp(file!.bytes).metadata()).toMatchObject({ width: 300, height: 400 });
    expect(file!.size).toBe(file!.bytes.length);
    expect(file!.sha256).toBe(createHash("sha256").update(file!.bytes).digest("hex"));
    expect(file!.bytes.equals(bytes)).toBe(false);
  });

  test("returns a PDF unchanged", async () => {
    const bytes = makePdf({ pages: 3 });
    const { file } = await inspect("PASSPORT_FRONT", { filename: "scan.pdf", bytes });
    expect(file).toMatchObject({ contentType: "application/pdf", imageName: "scan.pdf" });
    expect(file!.bytes.equals(bytes)).toBe(true);
  });
});

describe("the check of the content type", () => {
  const heic = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    text("ftypheic\0\0\0\0mif1heic"),
    Buffer.alloc(400, 7),
  ]);
  const svg = text('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"></svg>');

  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ["text", "note.jpg", () => text("This is no picture at all, only words.")],
    ["a web page", "page.png", () => text("<!doctype html><script>alert(1)</script>")],
    [
      "a GIF",
      "moving.jpg",
      () => Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
    ],
    ["a PNG", "photo.jpg", () => makePng()],
    ["a JPEG", "photo.png", () => makePhoneJpeg({ width: 200, height: 200 })],
    ["a PDF", "scan.jpg", () => makePdf()],
    ["a JPEG", "photo", () => makePhoneJpeg({ width: 200, height: 200 })],
    ["a JPEG", "photo.jpg.exe", () => makePhoneJpeg({ width: 200, height: 200 })],
    ["a ZIP", "scan.pdf", () => Buffer.concat([text("PK\x03\x04"), Buffer.alloc(200)])],
  ])("rejects %s with the name %s", async (_what, filename, make) => {
    expect((await violationOf(filename, await make()))?.code).toBe("FILE_TYPE");
  });

  test("reports a PNG whose name ends in .jpg as a PNG", async () => {
    expect((await violationOf("photo.jpg", await makePng()))?.message).toBe(
      "The selected file is a PNG, but its name ends in .jpg. Rename it or choose another file",
    );
  });

  test("recognises HEIC and SVG whatever the file name's extension", async () => {
    expect((await violationOf("IMG_0001.jpg", heic))?.message).toContain("HEIC");
    expect((await violationOf("drawing.jpg", svg))?.message).toContain("SVG");
    expect((await violationOf("drawing.svg", svg))?.code).toBe("FILE_TYPE");
  });

  test("rejects a PDF as a photo", async () => {
    expect((await violationOf("me.pdf", makePdf(), "PHOTO"))?.message).toBe(
      "The selected file must be a JPG or PNG",
    );
  });
});

describe("the check of the size", () => {
  test("rejects an empty file", async () => {
    expect(await violationOf("photo.jpg", Buffer.alloc(0))).toEqual({
      code: "FILE_CORRUPT",
      message: "The selected file is empty",
    });
  });

  test("rejects a file that is too large, whether or not it was truncated on receipt", async () => {
    const cut = await inspect("PHOTO", { filename: "a.jpg", bytes: text("part"), tooLarge: true });
    expect(cut.violation?.code).toBe("FILE_TOO_LARGE");
    expect((await violationOf("a.jpg", Buffer.alloc(5 * 1024 * 1024 + 1)))?.code).toBe("FILE_TOO_LARGE");
  });
});

test("concurrent inspections do not mix up their results", async () => {
  const sizes = [120, 140, 160, 180, 200, 220];
  const answers = await Promise.all(
    sizes.map(async (width) =>
      inspect("DOCUMENT", { filename: `${width}.png`, bytes: await makePng({ width, height: 150 }) }),
    ),
  );
  const widths = answers.map(async ({ file }) => (await sharp(file!.bytes).metadata()).width);
  expect(await Promise.all(widths)).toEqual(sizes);
});
