import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { toPrincipal } from "../../../core/principal";
import { requestRow } from "../../../test/kit/data/requestRow";
import { DecisionService } from "./decision.service";

test("an approval whose message has been sent cannot be taken back, even within the ten minutes", async () => {
  const [at, staffId] = ["2026-11-29T06:30:00.000Z", "staff"];
  const request = requestRow({ visaRequestStatus: "APPROVED", assignedStaffId: staffId });
  const applicant = { visaApplicantId: "a", visaApplicantStatus: "APPROVED", decidedAt: at };
  const transaction = {
    query: async (sql: string) => {
      if (sql.includes("FROM visa_applicant")) return [applicant];
      return sql.includes("FROM visa_request") ? [request] : [];
    },
  };
  const moves: string[] = [];
  const decisions = new DecisionService({
    applicantStatus: {
      move: async (_transaction: object, _found: object, to: string) => void moves.push(to),
    },
    clock: { now: () => new Date(at) },
    db: { write: (work: (manager: object) => Promise<unknown>) => work(transaction) },
    fileService: { removeByApplicants: async () => [] },
    notifications: { withdraw: async () => false },
    staff: { requireStaff: async () => ({ staffId }) },
  } as unknown as ConstructorParameters<typeof DecisionService>[0]);
  const caller = toPrincipal({ address: "127.0.0.1" }, { userId: staffId, sessionId: "s" });
  await expect(decisions.takeBack(caller, "a")).rejects.toMatchObject({ code: "INVALID_STATE" });
  expect(moves).toEqual([]);
});
