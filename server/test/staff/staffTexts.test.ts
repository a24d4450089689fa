import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  lookAt,
  paidRequest,
  signInAsha,
  staffActionsOn,
  staffAddNote,
  workOn,
} from "../kit/stories/staffConsole";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import {
  askFor,
  attempt,
  readFiles,
  signInTwoStaff,
  specimenMrz,
  staffCase,
  staffEnterMrz,
  staffJudgePaper,
  staffRejectApplicant,
  startReview,
} from "../kit/stories/review";
import { KeyRotationRun } from "../kit/server/rotateKeys";
import { TestServer } from "../kit/server/testServer";
import type { Traveller } from "../kit/personas/traveller";

const [oldKey, newKey] = [
  "the old data key, which somebody may have read",
  "the new one, which nobody has seen yet",
];

let server: TestServer;
let asha: Traveller;
let ravi: Traveller;
beforeAll(async () => {
  server = await TestServer.start({ DATA_KEY: oldKey });
  [asha, ravi] = await signInAsha(server);
}, 180_000);
afterAll(() => server.dispose());

describe("staff notes", () => {
  test("are shown to staff in order, and stored encrypted", async () => {
    const [, visaRequestId] = await paidRequest(server);
    await workOn(asha, staffAddNote, { visaRequestId, text: "  Called the embassy. " });
    const { notes } = await workOn(ravi, staffAddNote, { visaRequestId, text: "They call back." });
    expect(notes.map(({ by, text }) => [by.staffId, text])).toEqual([
      [asha.userId, "Called the embassy."],
      [ravi.userId, "They call back."],
    ]);
    const { staff_note } = await readTables(server, ["staff_note"]);
    expect(JSON.stringify(staff_note)).not.toMatch(/embassy|call back/);
    expect(await staffActionsOn(server, visaRequestId)).toEqual(["NOTE_ADDED", "NOTE_ADDED"]);
  });

  test("are added once if a call repeats its idempotency key, and refused if the key comes with another text", async () => {
    const [, visaRequestId] = await paidRequest(server);
    const note = { visaRequestId, text: "Called the embassy.", idempotencyKey: randomUUID() };
    await workOn(asha, staffAddNote, note);
    expect((await workOn(asha, staffAddNote, note)).notes).toHaveLength(1);
    expect(await workOn(asha, staffAddNote, { ...note, text: "They call back." })).toEqual([
      "idempotencyKey IDEMPOTENCY_CONFLICT",
    ]);
    expect((await workOn(ravi, staffAddNote, note)).notes).toHaveLength(2);
    expect(await staffActionsOn(server, visaRequestId)).toEqual(["NOTE_ADDED", "NOTE_ADDED"]);
  });

  test.each([
    ["if they are empty", "", "text REQUIRED"],
    ["if they are blank", " \n ", "text REQUIRED"],
    ["if they exceed 2,000 characters", "x".repeat(2001), "text TOO_LONG"],
  ])("are refused %s", async (_what, text, code) => {
    const [, visaRequestId] = await paidRequest(server);
    expect(await workOn(asha, staffAddNote, { visaRequestId, text })).toEqual([code]);
    expect((await lookAt(asha, visaRequestId)).notes).toEqual([]);
  });

  test("are removed with the personal data, and none can be added afterwards", async () => {
    const [, visaRequestId] = await paidRequest(server);
    await workOn(asha, staffAddNote, { visaRequestId, text: "Lives in Pune." });
    const long = "2020-01-01T00:00:00.000Z";
    await editDatabase(server, [
      `UPDATE visa_request SET "visaRequestStatus" = 'REJECTED', "createdAt" = '${long}', "changedAt" = '${long}'
       WHERE "visaRequestId" = '${visaRequestId}'`,
      `INSERT INTO visa_request_event VALUES ('e-${visaRequestId}', '${visaRequestId}', '${long}', 'REJECTED', NULL)`,
    ]);
    await server.runCommand("expirePersonalData");
    expect(await lookAt(asha, visaRequestId)).toMatchObject({ applicants: [], notes: [] });
    const { staff_note } = await readTables(server, ["staff_note"]);
    expect(staff_note.filter((note) => note.visaRequestId === visaRequestId)).toEqual([]);
    expect(await workOn(asha, staffAddNote, { visaRequestId, text: "Again" })).toEqual(["INVALID_STATE"]);
  });
});

test("the texts of a review stay readable after the data key is rotated", async () => {
  const [member] = await signInTwoStaff(server);
  const scene = await startReview(server, member, [{ firstName: "Asha" }, { firstName: "Usha" }]);
  const [asha, usha] = scene.applicants;
  const [{ fileId }] = await readFiles(scene);
  await attempt(member, staffJudgePaper, { fileId, isAccepted: false, reason: "GLARE", note: "A lamp" });
  await attempt(member, staffEnterMrz, { visaApplicantId: asha.visaApplicantId, ...specimenMrz });
  await askFor(member, asha, [{ field: "GENDER", note: "As in the passport" }]);
  const refusal = { visaApplicantId: usha.visaApplicantId, reason: "OTHER", note: "No reason was given" };
  await attempt(member, staffRejectApplicant, refusal);
  const said = async () => {
    const { data } = await member.call(staffCase, { visaRequestId: scene.visaRequestId });
    const { applicants } = data.staffVisaRequest;
    return applicants.map(({ visaApplicant, corrections, papers, mrz }) => [
      visaApplicant.decisionNote,
      corrections.map(({ note }) => note),
      papers.map(({ verdict }) => verdict?.note),
      mrz?.line2,
    ]);
  };
  const before = await said();
  expect(JSON.stringify(before)).toMatch(/A lamp.*No reason was given/);
  server.configure({ DATA_KEY: newKey, DATA_KEY_PREVIOUS: oldKey });
  await server.restart();
  const rotated = await new KeyRotationRun(server, { DATA_KEY: newKey, DATA_KEY_PREVIOUS: oldKey }).end();
  expect(rotated.code).toBe(0);
  server.configure({ DATA_KEY_PREVIOUS: undefined });
  await server.restart();
  expect(await said()).toEqual(before);
});
