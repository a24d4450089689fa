import { expect, test } from "@jest/globals";
import { visaRequestStatuses } from "../../server/modules/visaRequest/visaRequest.rules";
import { correctionReasonSentences } from "../review/correction/correctionReasons";
import * as labels from "./statusLabels";

test("each status and each reason has a unique sentence", () => {
  for (const [name, sentences] of Object.entries({ ...labels, correctionReasonSentences })) {
    const all = Object.values(sentences);
    expect([name, new Set(all).size]).toEqual([name, all.length]);
    for (const sentence of all) expect(sentence).toMatch(/^[A-Z][^_]*\.$/);
  }
  expect(Object.keys(labels.requestStatusLabels)).toEqual([...visaRequestStatuses]);
});

test("texts do not claim that a cancelled application was unpaid or that the authority rejected it", () => {
  expect(labels.requestStatusLabels.CANCELLED).not.toMatch(/before it was paid/);
  expect(labels.requestStatusLabels.REJECTED).not.toMatch(/authority/);
});

test("an applicant without a decision is in review once the application's review has begun", () => {
  expect(labels.applicantStatusLabel("PENDING", "PENDING")).toBe("Ready. Pay to send it.");
  expect(labels.applicantStatusLabel("PENDING", "SUBMITTED")).toBe("Paid. Waiting for review.");
  for (const status of ["PROCESSING", "ACTION_REQUIRED"] as const)
    expect(labels.applicantStatusLabel("PENDING", status)).toBe("In review.");
});
