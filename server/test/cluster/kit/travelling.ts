/** Travellers' calls through the proxy. */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { makePdf } from "../../kit/files/makePdf";
import { sha256, toUploads } from "../../faults/kit/files";
import * as documents from "../../kit/documents";
import { pdf } from "../../kit/personas/applicantFiles";
import {
  getChanged,
  makeDetails,
  newPhoneNumber,
  toConfirmation,
  Traveller,
} from "../../kit/personas/traveller";
import type { RunningServer } from "../../kit/server/runningServer";
import { callGraphql } from "../../kit/wire/callApi";
import { ask, insist, randomAddress, Unanswered } from "./calls";
import type { Cluster } from "./cluster";
import type { ApplicationEntry, Journal } from "./journal";

export interface Scene {
  cluster: Cluster;
  journal: Journal;
  visaId: string;
}

/** Milliseconds after which an acknowledged price applies everywhere. */
const priceDelay = 2_000;

/** Signs a new person in. After a lost response, signs in another person, because a code works only once. */
const login = (server: RunningServer): Promise<Traveller> =>
  insist(async () => {
    const phoneNumber = newPhoneNumber();
    const asked = { variables: { input: { phoneNumber } } };
    const { requestOtp } = await ask(() => callGraphql(server, documents.requestOtp, asked));
    if (!requestOtp.sent) throw new Error(`No code: ${JSON.stringify(requestOtp)}`);
    const input = { phoneNumber, otp: await server.readCode(phoneNumber) };
    const { verifyOtp } = await ask(() => callGraphql(server, documents.verifyOtp, { variables: { input } }));
    return new Traveller(server, phoneNumber, verifyOtp.session);
  });

/** Takes one traveller from the login to the paid application. */
export async function travel({ cluster, journal, visaId }: Scene): Promise<void> {
  const traveller = await login(cluster.from(randomAddress()));
  journal.count("login");
  await insist(async () => {
    const input = { name: "Asha", email: `${traveller.userId}@example.com` };
    getChanged(await ask(() => traveller.call(documents.updateProfile, { input })));
  });
  const input = { visaId, idempotencyKey: randomUUID() };
  const lowest = journal.lowestPriceAt(Date.now() - priceDelay);
  const { visaRequestId, pricePerApplicant } = await insist(async () =>
    getChanged<{ visaRequestId: string; pricePerApplicant: number }>(
      await ask(() => traveller.call(documents.createVisaRequest, { input })),
    ),
  );
  journal.count("create");
  const entry: ApplicationEntry = { traveller, visaRequestId, applicants: [] };
  journal.applications.push(entry);
  if (pricePerApplicant < lowest)
    journal.faults.push(`sold for ${pricePerApplicant}, after ${lowest} applied`);
  for (let count = randomInt(1, 3); count > 0; count--) await addApplicant({ cluster, journal }, entry);
  await pay({ cluster, journal }, entry);
  journal.undecided.push(entry);
}

async function addApplicant(
  { cluster: { files }, journal }: Pick<Scene, "cluster" | "journal">,
  { traveller, visaRequestId, applicants }: ApplicationEntry,
): Promise<void> {
  const photo = files.photos[randomInt(files.photos.length)]!;
  const paper = makePdf({ pages: 1, text: randomUUID() });
  const uploads = toUploads(photo.file, files.front.file, files.back.file, [pdf(paper)]);
  const input = { visaRequestId, ...makeDetails(), idempotencyKey: randomUUID() };
  const added = await insist(async () =>
    getChanged<{ visaApplicantId: string; passportNumber: string; firstName: string; lastName: string }>(
      await ask(() => traveller.call(documents.createVisaApplicant, { input }, uploads)),
    ),
  );
  journal.count("upload");
  const { visaApplicantId, passportNumber, firstName, lastName } = added;
  applicants.push({ visaApplicantId, passportNumber, firstName, lastName, photo, paper });
}

/** Pays, and reports the payment through the browser, the gateway or both. */
async function pay({ cluster, journal }: Pick<Scene, "cluster" | "journal">, entry: ApplicationEntry) {
  const { traveller, visaRequestId } = entry;
  const { orderId } = await insist(async () =>
    getChanged<{ orderId: string }>(
      await ask(() => traveller.call(documents.createPaymentOrder, { input: { visaRequestId } })),
    ),
  );
  journal.count("order");
  entry.orderId = orderId;
  const proof = cluster.gateway.pay(orderId, { status: "authorized" });
  const webhook = cluster.gateway.makeWebhook("payment.authorized", {
    order: orderId,
    payment: proof.razorpay_payment_id,
  });
  const confirmation = { visaRequestId, ...toConfirmation(proof) };
  const byBrowser = async () => {
    await insist(async () =>
      getChanged(await ask(() => traveller.call(documents.confirmPayment, { input: confirmation }))),
    );
    journal.count("payment");
  };
  const byGateway = async () => {
    await insist(async () => {
      const url = `${traveller.server.url}/api/payment/webhook`;
      const response = await fetch(url, { method: "POST", ...webhook }).catch((cause: unknown) => {
        throw new Unanswered("No response", { cause });
      });
      if (response.status === 503) throw new Unanswered("503");
      if (!response.ok) throw new Error(`The webhook was refused with ${response.status}`);
    });
    journal.count("webhook");
  };
  const reports = [[byBrowser, byGateway], [byBrowser], [byGateway]][randomInt(3)]!;
  await Promise.all(reports.map((report) => report()));
  await untilPaid(entry);
  entry.isPaid = true;
}

/** Polls the application until it is paid, then checks that the right photo is served. */
async function untilPaid({ traveller, visaRequestId, applicants }: ApplicationEntry): Promise<void> {
  const until = Date.now() + 60_000;
  for (;;) {
    const { visaRequest } = await insist(() =>
      ask(() => traveller.call(documents.visaRequest, { visaRequestId })),
    );
    if (visaRequest.paymentStatus === "PAID") {
      const [{ profileSrc, visaApplicantId }] = visaRequest.visaApplicants;
      const known = applicants.find((one) => one.visaApplicantId === visaApplicantId);
      const bytes = await insist(() => download(traveller.server, profileSrc));
      if (sha256(bytes) !== known?.photo.served) throw new Error("Another photo is served");
      return;
    }
    if (Date.now() > until) throw new Error("A payment was not applied within a minute");
    await pause(500);
  }
}

/** Returns the bytes of the linked file; rejects with `Unanswered`, or with an error if the link is refused. */
export async function download(server: RunningServer, src: string): Promise<Buffer> {
  const response = await fetch(server.url + src, { headers: server.headers }).catch((cause: unknown) => {
    throw new Unanswered("No response", { cause });
  });
  if (response.status === 503) throw new Unanswered("503");
  if (response.status !== 200) throw new Error(`A file was refused with ${response.status}`);
  const bytes = await response.arrayBuffer().catch((cause: unknown) => {
    throw new Unanswered("Half a response", { cause });
  });
  return Buffer.from(bytes);
}

/** Signs in and out; the session must be ended at every process as soon as the logout is acknowledged. */
export async function endSession({ cluster, journal }: Scene): Promise<void> {
  const { server, token } = await login(cluster.from(randomAddress()));
  journal.count("login");
  const readMe = async (at: RunningServer) => (await ask(() => callGraphql(at, documents.me, { token }))).me;
  if (!(await insist(() => readMe(server)))) throw new Error("A new session is refused");
  await insist(async (attempt) => {
    if (attempt > 0 && !(await readMe(server))) return;
    await ask(() => callGraphql(server, documents.logout, { token }));
  });
  journal.count("logout");
  await Promise.all(
    cluster.servers.map(async (one, index) => {
      const me = await readMe(one.from(randomAddress())).catch((error: unknown) => {
        if (error instanceof Unanswered) return null;
        throw error;
      });
      if (me) journal.faults.push(`process ${index} accepts an ended session`);
    }),
  );
  await pause(500);
}
