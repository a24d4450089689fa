import { BOUNDARY } from "../../kit/wire/multipartKit";
import { makeBlankPng } from "../../kit/files/hostilePictures";
import { makePhoneJpeg } from "../../kit/files/makeImage";
import * as documents from "../../kit/documents";
import { jpeg, pdf, png } from "../../kit/personas/applicantFiles";
import { exportProof } from "../../kit/personas/codeFor";
import { makeDetails, signedInTraveller, type Traveller } from "../../kit/personas/traveller";
import type { TestFile } from "../../kit/wire/callApi";
import { authHeaders, toBody } from "../../kit/wire/rawUploads";
import type { Attack } from "./attack";
import { makeJpegOfScans, makePdfOfStreams } from "./attackFiles";
import { asGraphql, from, storeBody, type AttackRows, type AttackScene } from "./scene";

/** Uploads and downloads that cost more than they seem to. */
export const uploadAttacks: AttackRows = {
  "PDFs of streams": async (scene) => [await uploading(scene, repeat(5, pdf(makePdfOfStreams())), 2)],
  "flat 40-megapixel PNGs": async (scene) => {
    const flat = { width: 6300, height: 6300, bits: 8, isTransparent: false, isInterlaced: false } as const;
    return [await uploading(scene, repeat(12, png(makeBlankPng(flat))), 2)];
  },
  "interlaced 64-bit PNGs": async (scene) => {
    const interlaced = {
      width: 6200,
      height: 6290,
      bits: 16,
      isTransparent: true,
      isInterlaced: true,
    } as const;
    return [await uploading(scene, repeat(14, png(makeBlankPng(interlaced))), 2)];
  },
  "front pages that are hard to read": async (scene) => {
    const front = jpeg(await makePhoneJpeg({ width: 1600, height: 1600 }));
    return [await uploading(scene, [], 8, { "input.passportFrontFile": front })];
  },
  "a JPEG of 883 scans": async (scene) => [await uploading(scene, [jpeg(makeJpegOfScans())], 2)],
  "bodies that drip, and 17 unfinished uploads": async (scene) => {
    const traveller = await signedInTraveller(scene.server).withRequest();
    const json = asGraphql(traveller);
    const drip = JSON.stringify({ query: "{ __typename }".padEnd(1000) });
    const bodyFile = await storeBody(scene, "drip.json", drip);
    const noise = jpeg(Buffer.alloc(4_300_000, 1));
    const photo = { "input.profileFile": noise };
    const { bodyFile: upload, ...uploads } = await uploading(scene, [noise, noise], 17, photo, traveller);
    return [
      { way: "stall", connections: 50, bodyFile, keptBack: 900, everyMs: 1000, ...json },
      { ...uploads, way: "stall", bodyFile: upload, keptBack: 600, everyMs: 5000 },
    ];
  },
  "exports that are not read": async ({ server, photos }) => {
    const traveller = await signedInTraveller(server).withRequest();
    const input = { visaRequestId: traveller.request.visaRequestId };
    for (let made = 0; made < 3; made++)
      await traveller.do(documents.createVisaApplicant, { ...input, ...makeDetails() }, photos);
    const { url } = await traveller.do(documents.createAccountExport, await exportProof(traveller));
    return [{ way: "unread", connections: 4, from, method: "GET", path: url }];
  },
};

const repeat = (times: number, file: TestFile) => Array<TestFile>(times).fill(file);

/** Returns an attack in which one account repeatedly sends an applicant with these documents. */
async function uploading(
  scene: AttackScene,
  papers: readonly TestFile[],
  connections: number,
  others: Record<string, TestFile> = {},
  by?: Traveller,
): Promise<Attack> {
  const traveller = by ?? (await signedInTraveller(scene.server).withRequest());
  const files = { ...scene.small, ...others };
  for (const [index, paper] of papers.entries())
    Object.assign(files, { [`input.documentFiles.${index}`]: paper });
  const bodyFile = await storeBody(scene, "upload.bin", toBody("GraphQL", traveller, files));
  const headers = { ...authHeaders(traveller), "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  return { way: "loop", connections, from, method: "POST", path: "/graphql", headers, bodyFile };
}
