import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { editDatabase } from "../kit/data/editDatabase";
import { readMail, readMessages, readSms, waitUntilSent } from "../kit/data/messages";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import type { Traveller } from "../kit/personas/traveller";
import { signedInTraveller, toStory } from "../kit/personas/traveller";
import { png } from "../kit/personas/applicantFiles";
import { addApplicant } from "../kit/stories/applicants";
import { MoneyScene } from "../kit/stories/moneyScene";
import { confirm, order } from "../kit/stories/paying";
import { waitFor } from "../kit/waitFor";

const days = "Intended first and last day in Vietnam, since the e-visa is issued for fixed dates";
const checkpoints = "Entry and exit checkpoint, for example Noi Bai, Tan Son Nhat or Da Nang airport";
const address = "Address in Vietnam for the first nights, such as a hotel in Hanoi or a homestay in Hoi An";
const birth = "Birth certificate for any child travelling on the parents' booking to Vietnam";

let scene: MoneyScene;
beforeAll(async () => {
  scene = await MoneyScene.set();
}, 180_000);
afterAll(() => scene.clear());

/** Returns a traveller who has paid and sent one of three required documents for each applicant. */
async function payEarly(...names: string[]): Promise<Traveller> {
  const traveller = await signedInTraveller(scene.server).withRequest();
  await traveller.do(documents.updateProfile, { name: "Asha Rao", email: "asha@example.com" });
  const paper = png(scene.files["input.passportBackFile"].bytes, "days.png");
  for (const firstName of names)
    await addApplicant(
      traveller,
      { ...scene.files, "input.documentFiles.0": paper },
      {
        firstName,
        documentNames: [days],
        laterDocuments: [{ documentName: birth, reason: "NOT_NEEDED" }],
      },
    );
  await toStory(traveller).withOrder();
  await confirm(traveller, scene.gateway.pay(traveller.order.orderId));
  await waitUntilSent(traveller);
  return traveller;
}

const rowOf = async ({ request }: Traveller) => {
  const { visa_request } = await readTables(scene.server, ["visa_request"]);
  return visa_request.find(({ visaRequestId }) => visaRequestId === request.visaRequestId)!;
};

/** Makes the reminder due, and waits until the job has processed the request. */
async function endTheDay(traveller: Traveller): Promise<void> {
  const { visaRequestId } = traveller.request;
  const sql = `UPDATE visa_request SET "documentReminderAt" = ? WHERE "visaRequestId" = ?`;
  await editDatabase(scene.server, sql, [new Date().toISOString(), visaRequestId]);
  await waitFor("the reminder is decided", async () => (await rowOf(traveller)).documentReminderAt === null);
  await waitUntilSent(traveller);
}

const eventsOf = async (traveller: Traveller) =>
  (await readMessages(traveller)).map(({ event, channel }) => `${event} ${channel}`);

test("a traveller gets one reminder of the documents that are still needed, a day after the payment", async () => {
  const before = Date.now();
  const traveller = await payEarly("Asha", "Ravi");
  const { visaReferenceNo, visaRequestId, visaName, countryName } = traveller.request;
  const { documentReminderAt } = await rowOf(traveller);
  const hours = (Date.parse(documentReminderAt) - before) / 3_600_000;
  expect(hours).toBeGreaterThanOrEqual(24);
  expect(hours).toBeLessThan(24.1);
  expect(await eventsOf(traveller)).toEqual(["PAID SMS", "PAID EMAIL"]);

  await endTheDay(traveller);
  const sms = (await readSms(traveller)).filter(({ template }) => template === "documents-needed");
  expect(sms.map(({ text }) => text)).toEqual([
    `Visaport: 4 of 6 documents still needed for ${visaReferenceNo}. Sign in and open your application to upload them.`,
  ]);
  const [mail] = (await readMail(traveller, "asha@example.com")).filter(
    ({ template }) => template === "documents-needed",
  );
  expect(mail!.subject).toBe(`4 of 6 documents still needed for ${visaReferenceNo}`);
  expect(mail!.text).toBe(
    `Hello Asha,\n\nYour application ${visaReferenceNo} (${visaName}, ${countryName}) is paid, and 4 of 6 documents are still needed. Please upload them on your application's page:\n\n` +
      [`Asha: ${checkpoints}`, `Asha: ${address}`, `Ravi: ${checkpoints}`, `Ravi: ${address}`]
        .map((name) => `- ${name}\n`)
        .join("") +
      `\nUpload the documents: http://localhost:${new URL(scene.server.url).port}/application/${visaRequestId}\n\nVisaport\n`,
  );

  // The job runs again, as after a manual repair or in a process that did not see the first run.
  await endTheDay(traveller);
  await scene.server.restart();
  expect((await eventsOf(traveller)).filter((event) => event.startsWith("DOCUMENTS_NEEDED"))).toEqual([
    "DOCUMENTS_NEEDED SMS",
    "DOCUMENTS_NEEDED EMAIL",
  ]);
}, 180_000);

test("no reminder is sent if all documents were sent or do not apply, or if the application was withdrawn", async () => {
  const complete = await payEarly("Asha");
  const [{ visaApplicantId }] = (await complete.readRequest()).visaApplicants;
  const paper = { "input.documentFiles.0": png(scene.files["input.passportBackFile"].bytes, "a.png") };
  for (const documentName of [checkpoints, address])
    await complete.do(documents.addVisaApplicantDocument, { visaApplicantId, documentName }, paper);
  const exempt = await payEarly("Asha");
  const [applicant] = (await exempt.readRequest()).visaApplicants;
  for (const documentName of [checkpoints, address]) {
    const input = { visaApplicantId: applicant.visaApplicantId, documentName, reason: "NOT_NEEDED" as const };
    await exempt.do(documents.setVisaApplicantDocumentReason, input);
  }
  const withdrawn = await payEarly("Asha");
  const { visaRequestId, totalPrice } = withdrawn.request;
  await withdrawn.do(documents.withdrawVisaRequest, { visaRequestId, expectedAmount: totalPrice });
  for (const traveller of [complete, exempt, withdrawn]) {
    await endTheDay(traveller);
    expect((await eventsOf(traveller)).filter((event) => event.startsWith("DOCUMENTS"))).toEqual([]);
  }
}, 180_000);

test("no reminder is scheduled for an unpaid application", async () => {
  const traveller = await scene.readyToPay();
  await order(traveller);
  expect((await rowOf(traveller)).documentReminderAt).toBeNull();
});
