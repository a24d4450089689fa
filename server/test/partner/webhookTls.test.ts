import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as documents from "../kit/documents";
import { TestPartner } from "../kit/personas/partner";
import { toStory, type Traveller } from "../kit/personas/traveller";
import { makeCertificate } from "../kit/standIns/certificates.mjs";
import { TestServer } from "../kit/server/testServer";
import { verify, WebhookReceiver } from "../kit/standIns/webhookReceiver";
import { waitFor } from "../kit/waitFor";

/** Webhooks over TLS to public host names, with certificates of a private root that the server trusts. */

const folder = mkdtempSync(join(tmpdir(), "visaport-webhook-tls-"));
const pathOf = (file: string) => join(folder, file);
const receivers: WebhookReceiver[] = [];
let server: TestServer;
let partner: TestPartner;
let program: Traveller;

beforeAll(async () => {
  makeCertificate(folder, { name: "root", subject: "Root of the receivers" });
  const publicNames = fileURLToPath(new URL("publicNames.fixture.mjs", import.meta.url));
  server = await TestServer.start({
    NODE_OPTIONS: `--import ${publicNames} --no-warnings`,
    NODE_EXTRA_CA_CERTS: pathOf("root.crt"),
  });
  partner = await TestPartner.create(server);
  program = await partner.programWith();
});
afterAll(async () => {
  await server.dispose();
  await Promise.all(receivers.map((one) => one.close()));
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a receiver with a certificate for this name, signed by the trusted root by default. */
async function listen(name: string, issuer: string | null = "root"): Promise<WebhookReceiver> {
  const subjectAltName = `DNS:${name}`;
  makeCertificate(folder, { name, subject: name, subjectAltName, ...(issuer && { issuer }) });
  const [cert, key] = ["crt", "key"].map((type) => readFileSync(pathOf(`${name}.${type}`)));
  const receiver = await WebhookReceiver.start(undefined, 0, { cert, key });
  receivers.push(receiver);
  return receiver;
}

const readAttempts = async (endpointId: string) =>
  (await program.call(documents.webhookEndpoints)).data.webhookEndpoints
    .find((one) => one.endpointId === endpointId)!
    .attempts.map(({ status, error }) => error ?? status);

test("an event is sent to the IP address that was checked, with the URL's host name", async () => {
  const receiver = await listen("hook.example");
  const { endpointId, secret } = await partner.addEndpoint(receiver.urlAt("hook.example"));
  await toStory(program).withRequest();
  await program.do(documents.cancelVisaRequest, { visaRequestId: program.request.visaRequestId });
  await waitFor("the event arrives", () => receiver.received.length === 1);
  const [message] = receiver.received;
  expect(verify(message!, secret)).toMatchObject({ type: "application.cancelled" });
  expect(message).toMatchObject({
    servername: "hook.example",
    headers: { host: `hook.example:${receiver.port}` },
  });
  await waitFor("the attempt is listed", async () => (await readAttempts(endpointId)).length === 1);
  expect(await readAttempts(endpointId)).toEqual([204]);
  await partner.owner.do(documents.endWebhookEndpoint, { endpointId });
});

test.each([
  ["for another name", "elsewhere.example", "root", "ERR_TLS_CERT_ALTNAME_INVALID"],
  ["that no trusted root has signed", "alone.example", null, "DEPTH_ZERO_SELF_SIGNED_CERT"],
])("a certificate %s is rejected, and the attempt is listed", async (_which, name, issuer, error) => {
  const receiver = await listen(name, issuer);
  const called = issuer ? "hook.example" : name;
  const { endpointId } = await partner.addEndpoint(receiver.urlAt(called));
  const attempt = await partner.owner.do(documents.partnerPing, { endpointId });
  expect(attempt).toMatchObject({ status: null, error });
  expect(await readAttempts(endpointId)).toEqual([error]);
  expect(receiver.received).toEqual([]);
  await partner.owner.do(documents.endWebhookEndpoint, { endpointId });
});

test("nothing is sent to a host name that later resolves to a private IP address", async () => {
  const receiver = await listen("rebinding.example");
  const { endpointId } = await partner.addEndpoint(receiver.urlAt("rebinding.example"));
  const attempt = await partner.owner.do(documents.partnerPing, { endpointId });
  expect(attempt).toMatchObject({ status: null, error: "NOT_PUBLIC" });
  expect([receiver.received, receiver.connections]).toEqual([[], 0]);
});
