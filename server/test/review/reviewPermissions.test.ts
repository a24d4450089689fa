import { beforeAll, describe, expect, test } from "@jest/globals";
import { absentId } from "../kit/stories/applicants";
import { staffTakeCase, workOn } from "../kit/stories/staffConsole";
import {
  makeApproval,
  approve,
  askFor,
  attempt,
  readFiles,
  readReviewed,
  signInTwoStaff,
  specimenMrz,
  staffEnterMrz,
  staffJudgePaper,
  staffRejectApplicant,
  startReview,
  submit,
  type ReviewScene,
} from "../kit/stories/review";
import { RunningServer } from "../kit/server/runningServer";
import type { Traveller, VisaApplicant } from "../kit/personas/traveller";

let server: RunningServer;
let staff: Traveller, other: Traveller;
beforeAll(async () => {
  server = RunningServer.shared();
  [staff, other] = await signInTwoStaff(server);
});

type Operate = (who: Traveller, applicant: VisaApplicant, fileId: string) => Promise<unknown>;

describe("a case's assignee and status", () => {
  /** Each operation on an applicant, with valid input. */
  const operations: [string, Operate][] = [
    ["review a document", (who, _one, fileId) => attempt(who, staffJudgePaper, { fileId, isAccepted: true })],
    ["ask for a correction", (who, applicant) => askFor(who, applicant, [{ field: "GENDER" }])],
    ["approve", (who, applicant) => approve(who, makeApproval(applicant))],
    [
      "reject",
      (who, { visaApplicantId }) =>
        attempt(who, staffRejectApplicant, { visaApplicantId, reason: "NOT_ELIGIBLE" }),
    ],
    [
      "enter the MRZ",
      (who, { visaApplicantId }) => attempt(who, staffEnterMrz, { visaApplicantId, ...specimenMrz }),
    ],
  ];

  let scenes: Record<"mine" | "waiting" | "own", ReviewScene>;
  beforeAll(async () => {
    // One applicant for each operation, and one who stays PENDING, so that the review continues.
    const mine = await startReview(
      server,
      staff,
      [...operations, 1].map(() => ({})),
    );
    scenes = { mine, waiting: await submit(server, staff), own: await startReview(server, other) };
    await workOn(staff, staffTakeCase, { visaRequestId: scenes.waiting.visaRequestId });
    // The owner of this application becomes staff, and can open its case.
    await server.runCommand("staff", "add", scenes.own.traveller.phoneNumber);
  });

  test.each(operations.map(([name, operate], index) => ({ name, operate, index })))(
    "decide who may $name",
    async ({ operate, index }) => {
      const { mine, waiting, own } = scenes;
      const on = async (who: Traveller, scene: ReviewScene, place = 0) =>
        operate(who, scene.applicants[place]!, (await readFiles(scene, place))[0].fileId);
      // Views are ignored, because the test itself opens the case to read file ids.
      const before = withoutLooks(await readReviewed(server));
      expect(await on(other, mine, index)).toEqual(["null: INVALID_STATE"]);
      expect(await on(staff, waiting)).toEqual(["null: INVALID_STATE"]);
      expect(await on(own.traveller, own)).toEqual(["null: INVALID_STATE"]);
      expect(await on(mine.traveller, mine, index)).toEqual(["FORBIDDEN"]);
      const absent = { ...mine.applicants[index]!, visaApplicantId: absentId() };
      expect(await operate(staff, absent, absentId())).toEqual(["NOT_FOUND"]);
      expect(withoutLooks(await readReviewed(server))).toEqual(before);
      // The assignee of a case in review succeeds.
      expect(await on(staff, mine, index)).toMatchObject({ isMine: true });
    },
  );

  const withoutLooks = ({ tables, files }: Awaited<ReturnType<typeof readReviewed>>) => ({
    files,
    tables: {
      ...tables,
      audit_event: tables["audit_event"].filter(({ action }) => action !== "PAPERS_SEEN"),
    },
  });
});
