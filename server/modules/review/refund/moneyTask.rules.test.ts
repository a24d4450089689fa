import { expect, test } from "@jest/globals";
import { decisionFor, taskText, type TaskFacts } from "./moneyTask.rules";

const facts: TaskFacts = {
  kind: "RETURNED_AT_GATEWAY",
  request: { visaRequestStatus: "SUBMITTED", paymentStatus: "PAID" },
  cameIn: 2988_00,
  kept: 2864_55,
  returnedThere: 123_45,
  deducted: 0,
  disputed: 0,
};
const allBack = { visaRequestStatus: "SUBMITTED", paymentStatus: "REFUNDED" } as const;

test.each<[Partial<TaskFacts>, string]>([
  [
    {},
    "INR 123.45/- was refunded in Razorpay's dashboard, not from here. INR 2864.55/- of INR 2988/- is ours: decide whether the application continues, or refund the rest.",
  ],
  [
    { request: allBack, kept: 0, returnedThere: 2988_00 },
    "INR 2988/- was refunded in Razorpay's dashboard, not from here. All of the money was returned: cancel the application.",
  ],
  [
    { request: { ...allBack, visaRequestStatus: "PROCESSING" }, kept: 0, returnedThere: 2988_00 },
    "INR 2988/- was refunded in Razorpay's dashboard, not from here. All of the money was returned: decide whether the application continues.",
  ],
  [
    { kind: "DISPUTE", kept: 2988_00, disputed: 500_00 },
    "The payer disputes INR 500/- at their bank: answer it in Razorpay's dashboard. INR 2988/- of INR 2988/- is ours: decide whether the application continues, or refund the rest.",
  ],
  [
    { kind: "DISPUTE", request: allBack, kept: -100_00, deducted: 2988_00 },
    "A bank took back INR 2988/- after a dispute. INR 100/- more was refunded than paid: claim it from Razorpay.",
  ],
])("states for %j what happened and what to do", (changes, text) => {
  expect(taskText({ ...facts, ...changes })).toBe(text);
});

test("cancels only applications that are fully refunded and not yet in review", () => {
  expect(decisionFor(allBack)).toBe("CANCEL");
  expect(decisionFor({ ...allBack, visaRequestStatus: "PROCESSING" })).toBe("KEEP");
  expect(decisionFor({ ...allBack, paymentStatus: "PAID" })).toBe("KEEP");
});
