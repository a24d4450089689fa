/** Processing begins with the payment, so the expected date counts from that day. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { signedInTraveller, toStory, type Traveller } from "../kit/personas/traveller";
import { clockStandsAt, setClock } from "../kit/server/clock";
import { TestServer } from "../kit/server/testServer";
import { callRest } from "../kit/wire/callApi";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start(clockStandsAt("2026-12-01T10:00:00Z"));
});
afterAll(() => server.dispose());

async function readBoth(traveller: Traveller): Promise<string[]> {
  const { visaRequestId, expectedDate } = await traveller.readRequest();
  const path = `/api/visaRequest/${visaRequestId}`;
  const { body } = await callRest<{ expectedDate: string }>(server, "GET", path, { token: traveller.token });
  return [expectedDate, body.data.expectedDate];
}

test("the expected date of an application that is paid three weeks after its creation counts from the payment", async () => {
  const traveller = await signedInTraveller(server)
    .withRequest("vietnam-30-days-single-entry", "2026-12-24")
    .withApplicant();
  expect(await readBoth(traveller)).toEqual(["2026-12-07", "2026-12-07"]);

  // Midnight in India.
  await setClock(server, "2026-12-20T18:30:00Z");
  expect(await readBoth(traveller)).toEqual(["2026-12-27", "2026-12-27"]);
  const { request } = await toStory(traveller).paid();
  expect(request.expectedDate).toBe("2026-12-27");

  await setClock(server, "2026-12-23T10:00:00Z");
  expect(await readBoth(traveller)).toEqual(["2026-12-27", "2026-12-27"]);
});
