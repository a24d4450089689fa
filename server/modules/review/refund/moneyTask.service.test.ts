import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { toPrincipal } from "../../../core/principal";
import { requestRow } from "../../../test/kit/data/requestRow";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { MoneyTaskService } from "./moneyTask.service";

const staffId = "staff";
const caller = toPrincipal({ address: "127.0.0.1" }, { userId: staffId, sessionId: "s" });

/** Closes a task about the application, and returns the recorded audit actions. */
async function close(changes: Partial<VisaRequestEntity>): Promise<string[]> {
  const actions: string[] = [];
  const request = requestRow({ visaRequestStatus: "PROCESSING", paymentStatus: "PAID", ...changes });
  const transaction = {
    findOneBy: async () => ({ visaRequestId: request.visaRequestId }),
    query: async (sql: string) => (sql.includes("visa_request") ? [request] : []),
  };
  const service = new MoneyTaskService({
    audit: { record: async (_transaction: object, action: string) => void actions.push(action) },
    cases: { change: (_staffId: string, work: (manager: object) => Promise<unknown>) => work(transaction) },
    clock: { now: () => new Date("2026-11-29T06:30:00.000Z") },
    refundSync: { closeTask: async () => true },
    staff: { requireStaff: async () => ({ staffId }) },
  } as unknown as ConstructorParameters<typeof MoneyTaskService>[0]);
  await service.close(caller, { moneyTaskId: "task", decision: "KEEP" });
  return actions;
}

test("a closed money task is in the audit log", async () => {
  expect(await close({})).toEqual(["MONEY_TASK_CLOSED"]);
});

test("staff cannot decide on the money of their own application", async () => {
  await expect(close({ userId: staffId })).rejects.toMatchObject({ code: "INVALID_STATE" });
});
