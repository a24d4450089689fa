import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { makePhoneJpeg, makePng } from "../modules/file/testing/makeImage";
import { jpeg, listStoredFiles, png } from "./kit/applicants";
import { readTables, requestTables } from "./kit/readTables";
import {
  approvalOf,
  approve,
  askFor,
  readAsOwner,
  signInDesk,
  startReview,
  visaPdf,
  type ReviewScene,
} from "./kit/review";
import { TestServer } from "./kit/testServer";
import type { Traveller } from "./kit/traveller";

let server: TestServer;
let staff: Traveller, other: Traveller;
beforeAll(async () => {
  server = await TestServer.start();
  [staff, other] = await signInDesk(server);
});
afterAll(() => server.dispose());

/** All that a refused call may not change: rows and files. */
async function readAll() {
  const names = [...requestTables, "paper_verdict", "applicant_correction", "audit_event"];
  return { tables: await readTables(server, names), files: await listStoredFiles(server) };
}

describe("approving", () => {
  test.each([
    ["a PDF", async () => visaPdf()],
    ["a JPG", async () => jpeg(await makePhoneJpeg({ width: 600, height: 800 }), "visa.jpg")],
    ["a PNG", async () => png(await makePng({ width: 600, height: 800 }), "visa.png")],
  ])("with %s hands the owner the very bytes", async (_kind, makeVisa) => {
    const scene = await startReview(server, staff);
    const visa = await makeVisa();
    const done = await approve(staff, approvalOf(scene.applicants[0]), visa);
    expect(done).toMatchObject({
      visaRequest: { visaRequestStatus: "APPROVED" },
      applicants: [{ visaApplicant: { visaApplicantStatus: "APPROVED" } }],
    });
    const { visaRequestStatus, visaApplicants } = await readAsOwner(scene);
    expect(visaRequestStatus).toBe("APPROVED");
    const [{ approvedVisaSrc, decidedAt }] = visaApplicants;
    expect(decidedAt).not.toBeNull();
    const received = Buffer.from(await (await fetch(server.url + approvedVisaSrc)).arrayBuffer());
    expect(received.equals(visa.bytes)).toBe(true);
  });

  test.each([
    ["another passport number", { passportNumber: "M7654321" }, ["passportNumber: INVALID"]],
    ["another name", { name: "Usha Iyer" }, ["name: INVALID"]],
    ["a part of the name", { name: "Asha" }, ["name: INVALID"]],
    ["neither", { passportNumber: " ", name: "" }, ["passportNumber: REQUIRED", "name: REQUIRED"]],
    [
      "both wrong",
      { passportNumber: "M7654321", name: "Usha Iyer" },
      ["passportNumber: INVALID", "name: INVALID"],
    ],
  ])("with %s on the visa is refused by the field, and changes nothing", async (_what, changes, faults) => {
    const { applicants } = await startReview(server, staff);
    const before = await readAll();
    expect(await approve(staff, approvalOf(applicants[0], changes))).toEqual(faults);
    expect(await readAll()).toEqual(before);
  });

  test("takes capitals, spaces, hyphens and the order of the names as they come", async () => {
    const [applicant] = (
      await startReview(server, staff, [{ firstName: "Anna Maria", lastName: "D'Souza-Rao" }])
    ).applicants;
    const passportNumber = `${applicant.passportNumber.slice(0, 1).toLowerCase()}-${applicant.passportNumber.slice(1, 4)} ${applicant.passportNumber.slice(4)}`;
    const done = await approve(
      staff,
      approvalOf(applicant, { passportNumber, name: "D’SOUZA RAO, ANNA-MARIA" }),
    );
    expect(done.visaRequest.visaRequestStatus).toBe("APPROVED");
  });
});

export type { ReviewScene };
void askFor;
void other;
