import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as documents from "../kit/documents";
import { TestPartner } from "../kit/personas/partner";
import { toStory } from "../kit/personas/traveller";
import { tracing } from "../kit/data/recordStatements";
import { TestServer } from "../kit/server/testServer";
import { WebhookReceiver } from "../kit/standIns/webhookReceiver";
import { waitFor } from "../kit/waitFor";

let server: TestServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  server = await TestServer.start();
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await receiver.close();
  await server.dispose();
});

/** Returns the number of statements with which the job has looked for events and deliveries. */
const countStatements = () =>
  server.output.split("\n").filter((line) => /^statement: .*(number IS NULL|webhook_delivery)/.test(line))
    .length;

test("an idle server looks for events only every ten seconds, but delivers a new one within two", async () => {
  const partner = await TestPartner.create(server);
  const program = await toStory(await partner.programWith()).withRequest();
  await partner.addEndpoint(receiver.url);
  // Tracing starts only now, because it would add to the output of the commands that create the partner.
  server.configure(tracing);
  await server.restart();
  await waitFor("the first run", () => countStatements() > 0);
  await pause(1_000);
  const before = countStatements();
  // The job runs ten times during this pause.
  await pause(5_000);
  expect(countStatements() - before).toBeLessThanOrEqual(1);

  const { visaRequestId } = program.request;
  await program.do(documents.cancelVisaRequest, { visaRequestId });
  const committedAt = Date.now();
  await waitFor("the event arrives", () => receiver.received.length === 1);
  expect(receiver.received[0]!.at - committedAt).toBeLessThan(2_000);
});
