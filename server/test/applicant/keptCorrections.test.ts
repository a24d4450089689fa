import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { consentVersion } from "../../modules/consent/consent.rules";
import { keepingConsent } from "../../modules/consent/keepingConsent.rules";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { clockAt } from "../kit/server/clock";
import { TestServer } from "../kit/server/testServer";
import { makeCorrectionFiles, paperIds, readAsked, type CorrectionFiles } from "../kit/stories/corrections";
import {
  askFor,
  attempt,
  must,
  sendCorrection,
  signInTwoStaff,
  startReview,
  type ReviewScene,
} from "../kit/stories/review";
import { toStory, type Traveller } from "../kit/personas/traveller";

/** Corrections of an applicant whom the account keeps for its next application. */

let server: TestServer;
let staff: Traveller;
let pictures: CorrectionFiles;
beforeAll(async () => {
  server = await TestServer.start(clockAt("2026-12-01T08:00:00.000Z"));
  [staff] = await signInTwoStaff(server);
  pictures = await makeCorrectionFiles();
});
afterAll(() => server.dispose());

async function reviewKept(): Promise<ReviewScene> {
  const scene = await startReview(server, staff, [{ firstName: "Asah", passportNumber: "K8000001" }]);
  const { traveller, visaRequestId } = scene;
  const consentTextVersion = keepingConsent.version;
  await traveller.do(documents.keepApplicants, { visaRequestId, consentTextVersion });
  return scene;
}

const listKept = async ({ traveller }: ReviewScene) =>
  (await traveller.call(documents.keptApplicants)).data.keptApplicants.applicants;

/** Corrects the name, the passport number and the photo; returns a function that repeats the call. */
async function correct(scene: ReviewScene): Promise<() => Promise<unknown>> {
  const [applicant] = scene.applicants;
  const { PHOTO: fileId } = await paperIds(scene);
  await askFor(staff, applicant, [{ field: "FIRST_NAME" }, { field: "PASSPORT_NUMBER" }, { fileId }]);
  const asked = await readAsked(scene);
  const input = {
    visaApplicantId: applicant.visaApplicantId,
    idempotencyKey: "correction",
    fields: [
      { correctionId: asked["FIRST_NAME"].correctionId, value: "Asha" },
      { correctionId: asked["PASSPORT_NUMBER"].correctionId, value: "K8000002" },
    ],
    papers: [{ correctionId: asked["PHOTO"].correctionId }],
  };
  const send = () =>
    attempt(scene.traveller, sendCorrection, input, { "input.papers.0.file": pictures.sharper });
  await must("Correcting", send());
  return send;
}

test("a correction replaces the kept copy and its files, even if the correction is sent twice", async () => {
  const scene = await reviewKept();
  const before = (await server.listFiles()).length;
  const repeat = await correct(scene);
  await must("Repeating", repeat());
  const kept = await listKept(scene);
  expect(kept).toMatchObject([{ firstName: "Asha", visaApplicantId: scene.applicants[0].visaApplicantId }]);
  expect(await server.listFiles()).toHaveLength(before);

  await toStory(scene.traveller).withRequest();
  const { visaRequestId } = scene.traveller.request;
  const added = await scene.traveller.do(documents.addKeptApplicant, {
    visaRequestId,
    keptApplicantId: kept[0].keptApplicantId,
    consent: { textVersion: consentVersion },
  });
  expect(added).toMatchObject({ firstName: "Asha", passportNumber: "K8000002" });
  const { stored_file: files } = await readTables(server, ["stored_file"]);
  const photos = files.filter(({ purpose }) => purpose === "PHOTO");
  const hashOf = (id: string) => photos.find((one) => one.visaApplicantId === id)!.sha256;
  expect(hashOf(added.visaApplicantId)).toBe(hashOf(scene.applicants[0].visaApplicantId));
});

test("a correction does not bring back a copy that the account has deleted", async () => {
  const scene = await reviewKept();
  const [{ keptApplicantId }] = await listKept(scene);
  await scene.traveller.do(documents.forgetApplicants, { keptApplicantIds: [keptApplicantId] });
  await correct(scene);
  expect(await listKept(scene)).toEqual([]);
});

test("a correction is stored even if the kept copy cannot be replaced", async () => {
  const scene = await reviewKept();
  const { PASSPORT_BACK: fileId } = await paperIds(scene);
  await rm(server.pathOfFile(fileId!));
  await correct(scene);
  const [{ firstName }] = (await scene.traveller.readRequest()).visaApplicants;
  expect([firstName, (await listKept(scene))[0].firstName]).toEqual(["Asha", "Asah"]);
});
