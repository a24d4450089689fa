import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { makePhoneJpeg, makePng } from "../kit/files/makeImage";
import {
  javaScriptAction,
  makeLaunchingPdf,
  makePdf,
  makePdfWithAttachment,
  makeScriptedPdf,
} from "../kit/files/makePdf";
import { sendApplicant, ways } from "../kit/stories/applicants";
import { jpeg, makeSmallFiles, pdf, png, type PassportFiles } from "../kit/personas/applicantFiles";
import type { TestFile } from "../kit/wire/callApi";
import { RunningServer } from "../kit/server/runningServer";
import { signedInTraveller, type Traveller } from "../kit/personas/traveller";

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>1</script></svg>',
);
const heic = Buffer.concat([Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), Buffer.alloc(400, 7)]);

/** PDFs that are rejected. `packed` puts their objects into a compressed object stream. */
const unsafePdfs = {
  "encrypted with an empty password": makePdf({ password: "" }),
  "a script": makeScriptedPdf(),
  "a script in an object stream": makePdf({ packed: true, catalog: `/OpenAction ${javaScriptAction}` }),
  "a script under escaped names": makePdf({
    catalog: "/Open#41ction << /#53 /#4Aava#53cript /J#53 (app.alert\\(1\\)) >>",
  }),
  "a script under escaped names in an object stream": makePdf({
    packed: true,
    catalog: "/OpenAction << /S /#4A#61vaScript /#4AS (app.alert\\(1\\)) >>",
  }),
  "a launch action": makeLaunchingPdf(),
  "a launch action in an object stream": makeLaunchingPdf({ packed: true }),
  "a launch action under an escaped name": makePdf({
    catalog: "/OpenAction << /S /L#61unch /F (calc.exe) >>",
  }),
  "an attachment": makePdfWithAttachment(),
  "an attachment in an annotation": makePdf({
    page: "/Annots [<< /Type /Annot /Subtype /File#41ttachment /Rect [0 0 9 9] >>]",
  }),
  "an XFA form": makePdf({ packed: true, catalog: "/AcroForm << /Fields [] /XFA [] >>" }),
  "rich media": makePdf({ page: "/Annots [<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] >>]" }),
  "a rich media action": makePdf({ catalog: "/OpenAction << /S /RichMediaExecute >>" }),
  "a form that submits its data": makePdf({
    page: "/Annots [<< /Subtype /Widget /Rect [0 0 9 9] /A << /S /SubmitForm /F (https://example.com) >> >>]",
  }),
  "a movie": makePdf({ catalog: "/OpenAction << /S /Movie >>" }),
  "eleven pages": makePdf({ pages: 11, packed: true }),
};

let server: RunningServer;
let files: PassportFiles;
let bad: Record<string, { file: TestFile; code: string }>;
beforeAll(async () => {
  server = RunningServer.shared();
  files = await makeSmallFiles();
  const photo = await makePhoneJpeg({ width: 400, height: 400 });
  const wide = await makePng({ width: 8200, height: 5001 });
  bad = {
    "a truncated JPEG": { file: jpeg(photo.subarray(0, photo.length / 2)), code: "FILE_CORRUPT" },
    "a file of zero bytes": { file: jpeg(Buffer.alloc(0)), code: "FILE_CORRUPT" },
    "text named .jpg": { file: jpeg(Buffer.from("Only words, no picture.")), code: "FILE_TYPE" },
    "a PNG named .jpg": { file: jpeg(files["input.passportFrontFile"].bytes), code: "FILE_TYPE" },
    "an SVG": { file: { name: "photo.svg", type: "image/svg+xml", bytes: svg }, code: "FILE_TYPE" },
    "an SVG named .png": { file: png(svg), code: "FILE_TYPE" },
    "an iPhone's HEIC": { file: { name: "IMG_1.HEIC", type: "image/heic", bytes: heic }, code: "FILE_TYPE" },
    "a HEIC named .jpg": { file: jpeg(heic), code: "FILE_TYPE" },
    "a picture of 41 megapixels": { file: png(wide), code: "FILE_DIMENSIONS" },
    "a picture 99 pixels wide": {
      file: png(await makePng({ width: 99, height: 300 })),
      code: "FILE_DIMENSIONS",
    },
  };
});

let traveller: Traveller;
let storedBefore: string[];
beforeEach(async () => {
  traveller = await signedInTraveller(server).withRequest();
  storedBefore = await server.listFiles();
});

async function expectNothingKept(): Promise<void> {
  expect((await traveller.readRequest()).visaApplicants).toEqual([]);
  expect(await server.listFiles()).toEqual(storedBefore);
}

describe.each(ways)("through %s,", (way) => {
  test("a photo that is damaged, has a misleading extension, or has the wrong size or type is rejected", async () => {
    for (const [what, { file, code }] of Object.entries(bad)) {
      const { faults, messages } = await sendApplicant(traveller, way, {
        ...files,
        "input.profileFile": file,
      });
      expect({ what, faults }).toEqual({ what, faults: [`profileFile: ${code}`] });
      const kind = /SVG|HEIC/.exec(what)?.[0];
      if (kind) expect(messages[0]).toMatch(new RegExp(`It is an? ${kind}`));
    }
    await expectNothingKept();
  });

  test("unsafe and corrupt PDFs are rejected, and so is a PDF as the photo", async () => {
    const outcome = await sendApplicant(traveller, way, {
      "input.profileFile": files["input.profileFile"],
      "input.passportFrontFile": pdf(makePdf({ password: "secret" })),
      "input.passportBackFile": pdf(
        makePdf({ catalog: "/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>" }),
      ),
      "input.documentFiles.0": pdf(makePdf({ pages: 11 })),
      "input.documentFiles.1": pdf(Buffer.from("%PDF-1.4<script>alert(1)</script>")),
    });
    expect(outcome.faults).toEqual([
      "passportFrontFile: FILE_UNSAFE",
      "passportBackFile: FILE_UNSAFE",
      "documentFiles.0: FILE_UNSAFE",
      "documentFiles.1: FILE_CORRUPT",
    ]);
    expect(outcome.messages[0]).toContain("password protected");
    const asPhoto = await sendApplicant(traveller, way, { ...files, "input.profileFile": pdf(makePdf()) });
    expect(asPhoto.faults).toEqual(["profileFile: FILE_TYPE"]);
    await expectNothingKept();
  });

  test("a document that is encrypted, has over ten pages, or contains active content or attachments is rejected", async () => {
    const traveling = { ...files };
    for (const [index, bytes] of Object.values(unsafePdfs).entries())
      Object.assign(traveling, { [`input.documentFiles.${index}`]: pdf(bytes, `paper-${index}.pdf`) });
    const outcome = await sendApplicant(traveller, way, traveling);
    const refused = Object.keys(unsafePdfs).map((what, index) => ({
      what,
      fault: outcome.faults.find((fault) => fault.startsWith(`documentFiles.${index}:`)),
    }));
    expect(refused).toEqual(
      Object.keys(unsafePdfs).map((what, index) => ({ what, fault: `documentFiles.${index}: FILE_UNSAFE` })),
    );
    await expectNothingKept();
  });

  test("a document of ten pages is accepted", async () => {
    const paper = { "input.documentFiles.0": pdf(makePdf({ pages: 10, packed: true })) };
    expect((await sendApplicant(traveller, way, { ...files, ...paper })).faults).toEqual([]);
  });

  test("a bad file among good files is reported, and none of the files is stored", async () => {
    const { file } = bad["a truncated JPEG"]!;
    const good = png(files["input.passportBackFile"].bytes);
    const papers = {
      "input.documentFiles.0": good,
      "input.documentFiles.1": file,
      "input.documentFiles.2": good,
    };
    const { faults } = await sendApplicant(traveller, way, { ...files, ...papers });
    expect(faults).toEqual(["documentFiles.1: FILE_CORRUPT"]);
    await expectNothingKept();
  });
});

test("a file's type is determined by its content, not by the declared content type", async () => {
  const lying = { name: "me.jpeg", type: "text/html", bytes: files["input.profileFile"].bytes };
  expect(await sendApplicant(traveller, "REST", { ...files, "input.profileFile": lying })).toMatchObject({
    faults: [],
  });
  const [{ profileSrc }] = (await traveller.readRequest()).visaApplicants;
  expect((await fetch(server.url + profileSrc)).headers.get("content-type")).toBe("image/jpeg");
});

test("REST returns 415 for a wrong type and 400 for a damaged file", async () => {
  for (const [what, status] of [
    ["an SVG", 415],
    ["a truncated JPEG", 400],
  ] as const) {
    const outcome = await sendApplicant(traveller, "REST", {
      ...files,
      "input.profileFile": bad[what]!.file,
    });
    expect({ what, status: outcome.status }).toEqual({ what, status });
  }
});
