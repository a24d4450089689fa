import { expect, test } from "@jest/globals";
import { toPrincipal } from "../../core/principal";
import { TestOutcomeService } from "./testOutcome.service";

test("a decision succeeds after the staff member could not be opened once", async () => {
  let failures = 1;
  const decided: string[] = [];
  const request = { visaRequestId: "r", visaRequestStatus: "SUBMITTED", paymentStatus: "PAID" };
  const service = new TestOutcomeService({
    applicants: { getMine: async (_caller: object, id: string) => ({ visaApplicantId: id, photo: {} }) },
    caseAssignments: { startReview: async () => undefined },
    db: { rows: { query: async () => [request] } },
    decisions: {
      reject: async (_staff: object, { visaApplicantId }: { visaApplicantId: string }) => {
        decided.push(visaApplicantId);
      },
    },
    staffRoster: {
      openAutomaton: async () => {
        if (failures-- > 0) throw new Error("The database is unavailable");
        return "automaton";
      },
    },
  } as never);
  const caller = toPrincipal({ address: "127.0.0.1" }, { userId: "u", sessionId: "s" });
  const decide = () => service.decide(caller, { visaApplicantId: "a", outcome: "REJECTED" });
  await expect(decide()).rejects.toThrow("The database is unavailable");
  await decide();
  expect(decided).toEqual(["a"]);
});
