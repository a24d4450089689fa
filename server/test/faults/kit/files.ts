import { createHash } from "node:crypto";
import { makePhoneJpeg, makePng } from "../../kit/files/makeImage";
import { makePdf } from "../../kit/files/makePdf";
import { jpeg, pdf, png } from "../../kit/personas/applicantFiles";
import type { TestFile } from "../../kit/wire/callApi";
import * as documents from "../../kit/documents";
import type { TestServer } from "../../kit/server/testServer";
import { makeDetails, type VisaApplicant } from "../../kit/personas/traveller";
import { logIn, mutate } from "./calls";
import type { KnownFile } from "./model";

/** The files that are sent in a run, each with the hash of the server's version of it. */
export interface FileSet {
  photos: KnownFile[];
  front: KnownFile;
  back: KnownFile;
  papers: KnownFile[];
}

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Returns the bytes of the linked file; throws if it is not served. */
export async function download(server: TestServer, src: string): Promise<Buffer> {
  const response = await fetch(server.url + src);
  if (response.status !== 200) throw new Error(`A file is not served: ${response.status} ${src}`);
  return Buffer.from(await response.arrayBuffer());
}

/**
 * Uploads each file before any fault, and records the hash of its download, because the server re-encodes pictures.
 */
export async function learnFiles(server: TestServer, phoneNumber: string, visaId: string): Promise<FileSet> {
  const token = await logIn(server, phoneNumber);
  const photos = [
    jpeg(await makePhoneJpeg({ width: 300, height: 400 }), "one.jpg"),
    jpeg(await makePhoneJpeg({ width: 360, height: 480 }), "two.jpg"),
  ];
  const front = png(await makePng({ width: 200, height: 140 }), "front.png");
  const back = jpeg(await makePhoneJpeg({ width: 400, height: 300 }), "back.jpg");
  const papers = ["ticket", "hotel"].map((text) => pdf(makePdf({ pages: 1, text }), `${text}.pdf`));
  const { visaRequestId } = await mutate(server, documents.createVisaRequest, { visaId }, { token });
  const learn = async (photo: TestFile) => {
    const applicant = await mutate(
      server,
      documents.createVisaApplicant,
      { visaRequestId, ...makeDetails() },
      { token, files: toUploads(photo, front, back, papers) },
    );
    const hashOf = async (src: string) => sha256(await download(server, src));
    return { applicant, photo: { file: photo, served: await hashOf(applicant.profileSrc) }, hashOf };
  };
  const one = await learn(photos[0]!);
  const two = await learn(photos[1]!);
  const paper = async (file: TestFile, index: number): Promise<KnownFile> => {
    const { src } = one.applicant.visaApplicationDocuments[index]!;
    return { file, served: await one.hashOf(src) };
  };
  return {
    photos: [one.photo, two.photo],
    front: { file: front, served: await one.hashOf(one.applicant.passportFrontSrc) },
    back: { file: back, served: await one.hashOf(one.applicant.passportBackSrc) },
    papers: await Promise.all(papers.map(paper)),
  };
}

/** Names the files as `callGraphql` expects them. */
export function toUploads(
  photo: TestFile,
  front: TestFile,
  back: TestFile,
  papers: readonly TestFile[],
): Record<string, TestFile> {
  return {
    "input.profileFile": photo,
    "input.passportFrontFile": front,
    "input.passportBackFile": back,
    ...Object.fromEntries(papers.map((paper, index) => [`input.documentFiles.${index}`, paper])),
  };
}

/** Returns the links of an applicant's files in the order of `FileSet`: photo, front, back, documents. */
export function listLinks(applicant: VisaApplicant): string[] {
  const { profileSrc, passportFrontSrc, passportBackSrc, visaApplicationDocuments } = applicant;
  return [profileSrc, passportFrontSrc, passportBackSrc, ...visaApplicationDocuments.map(({ src }) => src)];
}
