/** Times the steps of an honest traveller. */
import { performance } from "node:perf_hooks";
import { expect } from "@jest/globals";
import * as documents from "../../kit/documents";
import {
  makeDetails,
  payInSandbox,
  signIn,
  toConfirmation,
  type Traveller,
} from "../../kit/personas/traveller";
import type { PassportFiles } from "../../kit/personas/applicantFiles";
import type { RunningServer } from "../../kit/server/runningServer";

export const steps = ["page", "login", "upload", "pay"] as const;
/** Waiting times in milliseconds. */
export type Waits = Record<(typeof steps)[number], number[]>;

const pagesOfRound = 5;
const address = "vietnam-30-days-single-entry";

/** Goes from the visa's page to a paid application `rounds` times; returns the waiting times. */
export async function goThrough(server: RunningServer, files: PassportFiles, rounds: number): Promise<Waits> {
  const waits: Waits = { page: [], login: [], upload: [], pay: [] };
  const time = async <T>(step: keyof Waits, work: () => Promise<T>): Promise<T> => {
    const at = performance.now();
    const result = await work();
    waits[step].push(performance.now() - at);
    return result;
  };
  for (let round = 0; round < rounds; round++) {
    for (let seen = 0; seen < pagesOfRound; seen++) await time("page", () => readPage(server));
    const traveller = await time("login", () => signIn(server));
    const { data } = await traveller.call(documents.visaId, { visaUrl: address });
    const { visaId } = data.visa;
    traveller.request = await traveller.do(documents.createVisaRequest, { visaId });
    const { visaRequestId } = traveller.request;
    const input = { visaRequestId, ...makeDetails() };
    await time("upload", () => traveller.do(documents.createVisaApplicant, input, files));
    await time("pay", () => pay(traveller));
  }
  return waits;
}

async function readPage(server: RunningServer): Promise<void> {
  const response = await fetch(`${server.url}/visa/${address}`);
  expect(response.status).toBe(200);
  await response.text();
}

async function pay(traveller: Traveller): Promise<void> {
  const { visaRequestId } = traveller.request;
  const { orderId } = await traveller.do(documents.createPaymentOrder, { visaRequestId });
  const proof = await payInSandbox(traveller.server, orderId);
  const paid = await traveller.do(documents.confirmPayment, { visaRequestId, ...toConfirmation(proof) });
  expect(paid.paymentStatus).toBe("PAID");
}

export function p95(waits: readonly number[]): number {
  return waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.95) - 1]!;
}
