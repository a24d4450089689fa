import { beforeAll, expect, test } from "@jest/globals";
import * as documents from "../kit/documents";
import { RunningServer } from "../kit/server/runningServer";
import { signedInTraveller, type Traveller } from "../kit/personas/traveller";
import { listWithoutEmptyCancelled, startUnlessStarted } from "./visaRequest.generated";

/** Applications that were started and have no applicant. */

let server: RunningServer;
beforeAll(() => {
  server = RunningServer.shared();
});

const start = async (traveller: Traveller, visaId: string, idempotencyKey?: string) => {
  const input = { visaId, unlessStarted: true, idempotencyKey };
  const { data } = await traveller.call(startUnlessStarted, { input });
  const { visaRequest, started, userErrors } = data.createVisaRequest;
  expect(userErrors).toEqual([]);
  return { made: visaRequest?.visaRequestId, started: started?.visaRequestId };
};

test("a started application for the same visa and owner is returned instead of a new one", async () => {
  const traveller = await signedInTraveller(server).withRequest();
  const { visaId, visaRequestId } = traveller.request;
  expect(await start(traveller, visaId)).toEqual({ made: undefined, started: visaRequestId });

  const other = await signedInTraveller(server).withRequest("oman-10-days-tourist-visa-single-entry");
  const first = await start(other, visaId);
  expect(first).toEqual({ made: expect.any(String), started: undefined });
  expect(await start(other, visaId)).toEqual({ made: undefined, started: first.made });
  await other.do(documents.cancelVisaRequest, { visaRequestId: first.made });
  expect(await start(other, visaId)).toMatchObject({ made: expect.any(String) });
});

test("a call that is repeated after a lost response returns the application that was created", async () => {
  const traveller = await signedInTraveller(server).withRequest().withApplicant();
  const { visaId } = traveller.request;
  const first = await start(traveller, visaId, "lost");
  expect(first).toEqual({ made: expect.any(String), started: undefined });
  expect(await start(traveller, visaId, "lost")).toEqual(first);
  expect(await start(traveller, visaId, "new")).toEqual({ made: undefined, started: first.made });
});

test("an application with an applicant does not count as started", async () => {
  const traveller = await signedInTraveller(server).withRequest().withApplicant();
  const { made } = await start(traveller, traveller.request.visaId);
  expect(made).not.toBe(traveller.request.visaRequestId);
});

test("the list can omit cancelled applications without an applicant", async () => {
  const traveller = await signedInTraveller(server).withRequest().withApplicant();
  const { visaId, visaRequestId } = traveller.request;
  await traveller.do(documents.cancelVisaRequest, { visaRequestId });
  const empty = await traveller.do(documents.createVisaRequest, { visaId });
  const open = await traveller.do(documents.createVisaRequest, { visaId });
  await traveller.do(documents.cancelVisaRequest, { visaRequestId: empty.visaRequestId });
  const { data } = await traveller.call(listWithoutEmptyCancelled);
  expect(data.myVisaRequests.nodes.map((node) => node.visaRequestId)).toEqual([
    open.visaRequestId,
    visaRequestId,
  ]);
  expect(data.myVisaRequests.totalCount).toBe(2);
  const all = await traveller.call(documents.myVisaRequests, {});
  expect(all.data.myVisaRequests.totalCount).toBe(3);
});
