import { beforeAll, expect, test } from "@jest/globals";
import { editDatabase } from "../kit/data/editDatabase";
import * as documents from "../kit/documents";
import { signInByRest } from "../kit/personas/restTraveller";
import { signedInTraveller } from "../kit/personas/traveller";
import { RunningServer } from "../kit/server/runningServer";
import { changingNothing, order } from "../kit/stories/paying";
import { getUserErrors } from "../kit/wire/outcomes";

let server: RunningServer;
beforeAll(() => {
  server = RunningServer.shared();
});

const message = "The travel date has passed. Choose a later travel date, then pay";

test("no order is created for a past travel date until a later one is chosen", async () => {
  const traveller = await signedInTraveller(server).withRequest().withApplicant();
  const { visaRequestId } = traveller.request;
  const { travelDate } = await traveller.readRequest();
  const leave = () =>
    editDatabase(server, `UPDATE visa_request SET "travelDate" = '2026-01-01' WHERE "visaRequestId" = ?`, [
      visaRequestId,
    ]);
  await leave();
  await changingNothing(server, async () => {
    expect(getUserErrors(await order(traveller))).toEqual([
      { field: "travelDate", code: "INVALID", message },
    ]);
    const rest = await signInByRest(server, traveller.phoneNumber);
    const answer = await rest.post(`/api/Payment/Process?Amount=0&visaRequestId=${visaRequestId}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: "travelDate", code: "INVALID", message }] },
    });
  });
  await traveller.do(documents.changeTravelDate, { visaRequestId, travelDate });
  expect(getUserErrors(await order(traveller))).toEqual([]);
  // An earlier order is not returned for a past travel date either.
  await leave();
  expect(getUserErrors(await order(traveller))).toMatchObject([{ field: "travelDate" }]);
});
