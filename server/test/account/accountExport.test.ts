import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { consentVersion } from "../../modules/consent/consent.rules";
import { keepingConsent } from "../../modules/consent/keepingConsent.rules";
import { editDatabase } from "../kit/data/editDatabase";
import { makePdf, stream } from "../kit/files/makePdf";
import { addApplicant } from "../kit/stories/applicants";
import { makeSmallFiles, pdf } from "../kit/personas/applicantFiles";
import { callGraphql } from "../kit/wire/callApi";
import { exportProof } from "../kit/personas/codeFor";
import { clockAt, setClock } from "../kit/server/clock";
import * as documents from "../kit/documents";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../kit/wire/outcomes";
import { readTables, type Tables } from "../kit/data/readTables";
import { poll } from "../kit/poll";
import { connect } from "../kit/wire/rawUploads";
import { readZip } from "../kit/data/readZip";
import { TestServer } from "../kit/server/testServer";
import { signedInTraveller, signIn, toStory, type Traveller } from "../kit/personas/traveller";

const passportNumber = "Q7654321";
const moment = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 10, minutes)).toISOString();

/** The checked parts of the download's `account.json`. */
interface ExportedAccount {
  applications: [{ travellers: [{ files: { inThisDownload: string }[]; requiredDocuments: object[] }] }];
  keptApplicants: [{ passportNumber: string; files: { inThisDownload: string }[] }];
}
interface ExportedActivity {
  actor: string;
  action: string;
}

/** Two of the documents that Vietnam requires. */
const checkpoints = "Entry and exit checkpoint, for example Noi Bai, Tan Son Nhat or Da Nang airport";
const address = "Address in Vietnam for the first nights, such as a hotel in Hanoi or a homestay in Hoi An";

let server: TestServer;
let asha: Traveller;
let other: Traveller;
/**
 * A traveller whose files do not fit into the socket buffers, so that a download stalls if the client does not read it.
 */
let hoarder: Traveller;
beforeAll(async () => {
  server = await TestServer.start({ ...clockAt(moment(0)), SLOW_CLIENT_SECONDS: "2" });
  const files = await makeSmallFiles();
  asha = await signedInTraveller(server).withRequest();
  await asha.do(documents.updateProfile, { name: "Asha Rao", email: "asha@example.com" });
  const paper = { "input.documentFiles.0": pdf(makePdf({ text: "ticket" }), "ticket.pdf") };
  const words = {
    documentNames: [checkpoints],
    laterDocuments: [{ documentName: address, reason: "OTHER", note: "I stay with my aunt" }],
  };
  const consent = { textVersion: consentVersion };
  await addApplicant(asha, { ...files, ...paper }, { passportNumber, consent, ...words });
  await toStory(asha).paid();
  other = await signedInTraveller(server).withRequest();
  await addApplicant(other, files, { passportNumber: "K1112223", firstName: "Somebodyelse" });
  hoarder = await signedInTraveller(server).withRequest();
  const large = pdf(makePdf({ extra: [stream("", randomBytes(4_900_000))] }));
  const papers = Object.fromEntries([0, 1, 2, 3].map((index) => [`input.documentFiles.${index}`, large]));
  await addApplicant(hoarder, { ...files, ...papers });
});
afterAll(() => server.dispose());

const link = async (who: Traveller): Promise<string> =>
  (await who.do(documents.createAccountExport, await exportProof(who))).url;
const get = (url: string) => fetch(server.url + url);
const exportsOf = async ({ userId }: Traveller): Promise<Tables["audit_event"]> =>
  (await readTables(server, ["audit_event"])).audit_event.filter(
    ({ action, ownerUserId }) => action === "EXPORT_MADE" && ownerUserId === userId,
  );

describe("the download of an account", () => {
  test("contains the stored personal data as JSON, and every uploaded file", async () => {
    const response = await get(await link(asha));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="my-data.zip"',
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    const entries = await readZip(Buffer.from(await response.arrayBuffer()));
    const { visaReferenceNo, totalPrice } = asha.request;
    const folder = `files/${visaReferenceNo}/applicant-1`;
    expect([...entries.keys()].sort()).toEqual(
      [
        ...["README.txt", "account.json", "activity.json", `${folder}-document-1.pdf`],
        ...[`${folder}-passport-back.png`, `${folder}-passport-front.png`, `${folder}-photo.jpg`],
      ].sort(),
    );
    expect((await sharp(entries.get(`${folder}-photo.jpg`)).metadata()).format).toBe("jpeg");
    expect((await sharp(entries.get(`${folder}-passport-back.png`)).metadata()).format).toBe("png");
    expect(entries.get(`${folder}-document-1.pdf`)!.toString("latin1")).toMatch(/^%PDF-/);

    const account = JSON.parse(entries.get("account.json")!.toString()) as ExportedAccount;
    expect(account).toMatchObject({
      profile: {
        userId: asha.userId,
        name: "Asha Rao",
        email: "asha@example.com",
        phoneNumber: asha.phoneNumber,
      },
      logins: [{ endedAt: null }],
      codesSent: [{ state: "USED" }],
      messages: [
        {
          event: "PAID",
          channel: "SMS",
          to: asha.phoneNumber,
          facts: { visaReferenceNo, amount: totalPrice },
        },
        { event: "PAID", channel: "EMAIL", to: "asha@example.com" },
      ],
      applications: [
        {
          visaReferenceNo,
          paymentStatus: "PAID",
          timeline: [{ status: "PENDING" }, { status: "SUBMITTED" }],
          travellers: [
            {
              ...{ firstName: "Asha", lastName: "Rao", passportNumber, comments: "First trip" },
              consents: [{ kind: "APPLICANT", textVersion: consentVersion, givenByUserId: asha.userId }],
            },
          ],
          orders: [{ amount: totalPrice * 100, state: "PAID" }],
          payments: [{ amount: totalPrice * 100, outcome: "SETTLED" }],
        },
      ],
    });
    const [{ requiredDocuments, files }] = account.applications[0].travellers;
    expect(requiredDocuments).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ documentName: checkpoints, state: "SENT", reason: null, note: null }),
        expect.objectContaining({
          ...{ documentName: address, state: "LATER", reason: "OTHER", note: "I stay with my aunt" },
        }),
      ]),
    );
    expect(files.at(-1)).toMatchObject({ purpose: "DOCUMENT", documentName: checkpoints });
    const named = account.applications[0].travellers[0].files.map((file) => file.inThisDownload);
    expect([...entries.keys()]).toEqual(expect.arrayContaining(named));
    expect(named).toHaveLength(4);

    const activity = JSON.parse(entries.get("activity.json")!.toString()) as ExportedActivity[];
    expect(activity[0]).toMatchObject({ actor: "YOU", action: "LOGIN" });
    expect(activity.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["REQUEST_CREATED", "APPLICANT_CREATED", "PAYMENT_SETTLED", "EXPORT_MADE"]),
    );
  });

  test("contains the consent to keep applicants, released payments, and disputes", async () => {
    const consentTextVersion = keepingConsent.version;
    const { visaRequestId, paymentGatewayNo: razorpayPaymentId } = asha.request;
    await asha.do(documents.keepApplicants, { consentTextVersion });
    await editDatabase(server, [
      `INSERT INTO untaken_payment ("razorpayPaymentId", "razorpayOrderId", "visaRequestId", amount, reason, "createdAt")
       SELECT 'pay_untaken', "razorpayOrderId", "visaRequestId", 77700, 'CANCELLED', "createdAt"
       FROM payment WHERE "visaRequestId" = '${visaRequestId}'`,
      `INSERT INTO dispute ("razorpayDisputeId", "razorpayPaymentId", amount, "amountDeducted", status, "createdAt", "changedAt")
       SELECT 'disp_1', "razorpayPaymentId", amount, 0, 'open', "createdAt", "createdAt"
       FROM payment WHERE "visaRequestId" = '${visaRequestId}'`,
    ]);
    const response = await get(await link(asha));
    const entries = await readZip(Buffer.from(await response.arrayBuffer()));
    expect(JSON.parse(entries.get("account.json")!.toString())).toMatchObject({
      keepingConsent: {
        isOn: true,
        textVersion: consentTextVersion,
        text: keepingConsent.text,
        decidedAt: expect.any(String),
      },
      applications: [
        {
          paymentsNotTaken: [{ razorpayPaymentId: "pay_untaken", amount: 77_700 }],
          disputes: [{ razorpayDisputeId: "disp_1", razorpayPaymentId, status: "open" }],
        },
      ],
    });
  });

  test("contains kept applicants whose passports have expired", async () => {
    const consentTextVersion = keepingConsent.version;
    const { visaRequestId } = asha.request;
    await asha.do(documents.keepApplicants, { visaRequestId, consentTextVersion });
    await editDatabase(server, [
      `UPDATE kept_applicant SET "expiresOn" = '2026-11-20' WHERE "userId" = '${asha.userId}'`,
    ]);
    const response = await get(await link(asha));
    const entries = await readZip(Buffer.from(await response.arrayBuffer()));
    const { keptApplicants } = JSON.parse(entries.get("account.json")!.toString()) as ExportedAccount;
    expect(keptApplicants).toMatchObject([{ passportNumber, files: [{}, {}, {}] }]);
    const listed = keptApplicants[0].files.map(({ inThisDownload }) => inThisDownload).sort();
    expect([...entries.keys()].filter((name) => name.startsWith("files/kept/")).sort()).toEqual(listed);
  });

  test("contains neither other people's data nor secrets", async () => {
    const response = await get(await link(asha));
    const text = [...(await readZip(Buffer.from(await response.arrayBuffer())))].join("\n");
    for (const secret of [
      other.userId,
      other.phoneNumber,
      "K1112223",
      "Somebodyelse",
      "wrappedKey",
      "Sealed",
      "codeHash",
    ])
      expect(text).not.toContain(secret);
  });

  test("is recorded in the audit log each time its link is opened", async () => {
    const before = (await exportsOf(other)).length;
    const url = await link(other);
    expect(await exportsOf(other)).toHaveLength(before);
    for (const times of [1, 2]) {
      await (await get(url)).arrayBuffer();
      expect(await exportsOf(other)).toHaveLength(before + times);
    }
  });

  test("frees its slot when the client aborts it", async () => {
    const url = await link(asha);
    for (let broken = 0; broken < 8; broken++)
      // Polls, because the server detects a closed connection only after a moment.
      await poll(async () => {
        const abort = new AbortController();
        const response = await fetch(server.url + url, { signal: abort.signal });
        abort.abort();
        await response.arrayBuffer().catch(() => undefined);
        expect(response.status).toBe(200);
      });
    await poll(async () => {
      const response = await get(url);
      await response.arrayBuffer();
      expect(response.status).toBe(200);
    });
  });

  test("that the client does not read blocks only downloads of the same account, until it times out", async () => {
    const url = await link(hoarder);
    const unread = Array.from({ length: 4 }, () => connect(server));
    try {
      for (const { socket } of unread) {
        socket.pause();
        socket.write(`GET ${url} HTTP/1.1\r\nHost: visaport\r\n\r\n`);
      }
      await poll(async () => expect(await exportsOf(hoarder)).toHaveLength(1));
      const others = await Promise.all([get(await link(asha)), get(await link(other))]);
      expect(others.map(({ status }) => status)).toEqual([200, 200]);
      await Promise.all(others.map((response) => response.arrayBuffer()));

      const again = await get(url);
      expect([again.status, again.headers.get("retry-after")]).toEqual([429, "10"]);
      const words = "Your data is already being downloaded. Please wait until that download has ended";
      expect(await again.json()).toEqual({ statusCode: 429, message: words });
      const { createAccountExport } = (await hoarder.call(documents.createAccountExport)).data;
      expect(createAccountExport.userErrors).toEqual([{ field: null, code: "CONFLICT", message: words }]);

      // Each attempt can use the same code, because the server checks the code last.
      const proof = await exportProof(hoarder);
      await poll(async () =>
        expect((await hoarder.do(documents.createAccountExport, proof)).url.length).toBeGreaterThan(0),
      );
      expect(await exportsOf(hoarder)).toHaveLength(1);
      expect(server.output).toContain("response not read, or read too slowly");
    } finally {
      for (const client of unread) client.destroy();
    }
  });
});

describe("the link to a download", () => {
  test("requires a new code that was sent to the account's number", async () => {
    const ask = (input?: Record<string, unknown>) => other.call(documents.createAccountExport, { input });
    const message = "Enter the code that was sent to you";
    for (const input of [undefined, {}, { otp: " " }])
      expect(getUserErrors(await ask(input))).toEqual([{ field: "otp", code: "REQUIRED", message }]);
    const { otp: foreign } = await exportProof(asha);
    const { otp } = await exportProof(other);
    if (foreign !== otp)
      expect(errorCodes(getUserErrors(await ask({ otp: foreign })))).toEqual(["otp: OTP_INVALID"]);
    expect((await other.do(documents.createAccountExport, { otp })).url).toContain("/account/export?");
    expect(errorCodes(getUserErrors(await ask({ otp })))).toEqual(["otp: OTP_INVALID"]);
  });

  test("is not available to visitors", async () => {
    expect(topLevelErrorCodes(await callGraphql(server, documents.createAccountExport))).toEqual([
      "UNAUTHENTICATED",
    ]);
  });

  test("returns 404 if it was altered or invented, and the audit log records nothing", async () => {
    const url = await link(asha);
    const before = (await exportsOf(asha)).length;
    for (const changed of [
      url.replace(asha.userId, other.userId),
      url.replace(/s=.{10}/, "s=AAAAAAAAAA"),
      url.replace(/e=\d+/, "e=9999999999"),
      "/account/export",
    ])
      expect((await get(changed)).status).toBe(404);
    expect(await exportsOf(asha)).toHaveLength(before);
  });

  test("expires with the session that requested it", async () => {
    const laptop = await signIn(server, asha.phoneNumber);
    const [ofLaptop, ofPhone] = [await link(laptop), await link(asha)];
    await callGraphql(server, documents.logout, { token: laptop.token });
    expect((await get(ofLaptop)).status).toBe(404);
    const response = await get(ofPhone);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
  });

  test("expires after five minutes", async () => {
    const url = await link(asha);
    await setClock(server, moment(4));
    const inTime = await get(url);
    await inTime.arrayBuffer();
    expect(inTime.status).toBe(200);
    await setClock(server, moment(7));
    expect((await get(url)).status).toBe(404);
  });
});
