/** Events survive a kill -9 at any moment between their commit and their delivery. */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as documents from "../kit/documents";
import { TestPartner } from "../kit/personas/partner";
import { toStory, type Traveller } from "../kit/personas/traveller";
import { TestServer } from "../kit/server/testServer";
import { WebhookReceiver } from "../kit/standIns/webhookReceiver";
import type { DataOf } from "../kit/wire/read";
import { waitFor } from "../kit/waitFor";

const kills = 20;

let server: TestServer;
let receivers: WebhookReceiver[];
beforeAll(async () => {
  server = await TestServer.start();
  const often = (_response: unknown, count: number) => (count % 5 === 0 ? 500 : 204);
  receivers = [
    await WebhookReceiver.start((response, count) => response.writeHead(often(response, count)).end()),
    await WebhookReceiver.start(),
  ];
});
afterAll(async () => {
  await server.dispose();
  await Promise.all(receivers.map((one) => one.close()));
});

type Page = DataOf<typeof documents.partnerEvents>["partnerEvents"];

async function readAll(program: Traveller): Promise<string[]> {
  const read: string[] = [];
  let after: string | null = null;
  for (;;) {
    const page: Page = (await program.call(documents.partnerEvents, { after, first: 100 })).data
      .partnerEvents;
    read.push(...page.nodes.map(({ visaRequestId }) => visaRequestId));
    after = page.endCursor;
    if (!page.hasNextPage) return read;
  }
}

test(`${kills} SIGKILLs lose no event, either in the feed or at two endpoints`, async () => {
  const partner = await TestPartner.create(server);
  const program = await partner.programWith();
  for (const { url } of receivers) await partner.addEndpoint(url);
  const cancelled: string[] = [];
  for (let kill = 0; kill < kills; kill++) {
    for (let nth = 0; nth < 3; nth++) {
      await toStory(program).withRequest();
      const { visaRequestId } = program.request;
      await program.do(documents.cancelVisaRequest, { visaRequestId });
      cancelled.push(visaRequestId);
    }
    // The moment of the kill varies from before the job finds the events to after their delivery.
    await wait((kill % 10) * 150);
    await server.stop("SIGKILL");
    await server.restart();
  }
  await waitFor("the feed has all events", async () => (await readAll(program)).length === cancelled.length);
  expect((await readAll(program)).sort()).toEqual([...cancelled].sort());
  for (const receiver of receivers)
    await waitFor("each event arrives", () => {
      const arrived = new Set(receiver.received.map(({ payload }) => String(payload.data["visaRequestId"])));
      return cancelled.every((id) => arrived.has(id));
    });
}, 600_000);
