import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { requestMoves, visaRequestStatuses } from "../visaRequest/visaRequest.rules";
import {
  applicantMoves,
  mayApplicantMove,
  deriveRequestStatus,
  visaApplicantStatuses,
} from "./applicantStatus.rules";

test("an applicant can make only these moves", () => {
  const made = visaApplicantStatuses.flatMap((from) =>
    visaApplicantStatuses.filter((to) => mayApplicantMove(from, to)).map((to) => `${from} > ${to}`),
  );
  expect(made.sort()).toEqual([
    "ACTION_REQUIRED > PENDING",
    "ACTION_REQUIRED > REJECTED",
    "APPROVED > PENDING",
    "NEW > ACTION_REQUIRED",
    "NEW > APPROVED",
    "NEW > PENDING",
    "NEW > REJECTED",
    "PENDING > ACTION_REQUIRED",
    "PENDING > APPROVED",
    "PENDING > REJECTED",
  ]);
});

describe("the status of an application", () => {
  test.each([
    [["PENDING"], "PROCESSING"],
    [["NEW", "APPROVED"], "PROCESSING"],
    [["APPROVED", "REJECTED", "PENDING"], "PROCESSING"],
    [["ACTION_REQUIRED", "PENDING"], "ACTION_REQUIRED"],
    [["APPROVED", "ACTION_REQUIRED"], "ACTION_REQUIRED"],
    [["APPROVED"], "APPROVED"],
    [["REJECTED", "APPROVED"], "APPROVED"],
    [["REJECTED", "REJECTED"], "REJECTED"],
    [[], "PROCESSING"],
  ] as const)("whose applicants are %j is %s", (travelers, status) => {
    expect(deriveRequestStatus(travelers)).toBe(status);
  });

  test("changes only by allowed moves when an applicant makes an allowed move", () => {
    for (const before of visaApplicantStatuses)
      for (const after of applicantMoves[before])
        for (const other of visaApplicantStatuses) {
          const [from, to] = [deriveRequestStatus([before, other]), deriveRequestStatus([after, other])];
          expect([from, to, from === to || requestMoves[from].includes(to)]).toEqual([from, to, true]);
        }
  });
});

describe("the diagrams of docs/life-of-a-request.md", () => {
  const drawings = readFileSync("docs/life-of-a-request.md", "utf8").split("```mermaid").slice(1);
  const movesIn = (drawing = "") =>
    [...drawing.matchAll(/^ {2}(\w+) --> (\w+):/gm)].map(([, from, to]) => `${from} > ${to}`).sort();

  test("show exactly the allowed moves", () => {
    const ofRequest = visaRequestStatuses.flatMap((from) =>
      requestMoves[from].map((to) => `${from} > ${to}`),
    );
    const ofApplicant = visaApplicantStatuses.flatMap((from) =>
      applicantMoves[from].map((to) => `${from} > ${to}`),
    );
    expect(drawings.map(movesIn)).toEqual([ofRequest.sort(), ofApplicant.sort()]);
  });
});
