import { expect, test } from "@jest/globals";
import { fillSms, smsParams, smsTexts, templateByEvent, type MessageFacts } from "./messageTexts.rules";
import { mailHtml, mailParts, mailText } from "./mailTexts.rules";
import { messageEvents, nextTryAt } from "./notification.rules";

const facts: MessageFacts = {
  visaReferenceNo: "VP-7K3M-9QWX-4",
  visa: "30 Days Single Entry, Vietnam",
  owner: "Asha",
  traveller: "Ravi",
  details: ["passport front page", "date of birth"],
  amount: 1_234_567,
};
const brand = "A brand of twenty let";
const address = "https://visaport.example/application/1";

/** The characters of GSM 03.38 that count as one and that our texts need. */
const gsm = /^[A-Za-z0-9 \n@$_!"#%&'()*+,\-./:;<=>?£¥èéùìòÇØøÅå]*$/;

test.each(messageEvents)("the SMS for %s fits into one message and has no unfilled placeholder", (event) => {
  const text = fillSms(templateByEvent[event], brand, smsParams(event, facts));
  expect(text).toMatch(gsm);
  expect(text.length).toBeLessThanOrEqual(160);
  expect(text).toContain(brand);
  expect(text).toContain(facts.visaReferenceNo);
  expect(text).not.toMatch(/[{}]|undefined/);
});

test.each(messageEvents)(
  "the SMS for %s fills all registered placeholders with at most 30 characters each",
  (event) => {
    const params = smsParams(event, facts);
    expect(params).toHaveLength(smsTexts[templateByEvent[event]].text.split("{#var#}").length - 1);
    for (const param of params) expect(param.length).toBeLessThanOrEqual(30);
  },
);

test.each(["REFUND_DUE", "REFUNDED"] as const)("the SMS and the e-mail for %s include paise", (event) => {
  const exact = { ...facts, amount: 1_234_567.5 };
  const text = fillSms(templateByEvent[event], brand, smsParams(event, exact));
  expect(text).toContain("INR 1234567.50/- ");
  expect(text.length).toBeLessThanOrEqual(160);
  expect(mailText(mailParts(event, exact, address), brand)).toContain("INR 1234567.50/- ");
});

test("fillSms inserts values literally, even if they look like a placeholder or pattern", () => {
  expect(fillSms("login-code", "Visa$& {#var#}", ["$1"])).toContain("$1 is your Visa$&");
});

test.each([
  [["passport front page"], "passport front page"],
  [["photo", "passport back page"], "photo, passport back page"],
  [["passport front page", "date of birth"], "passport front page and 1 more"],
  [["the confirmed return ticket in full", "photo"], "2 listed items"],
  [["the confirmed return ticket in full"], "listed item"],
  [["Führerschein – copy"], "Fhrerschein  copy"],
  [["होटल बुकिंग", "photo"], "2 listed items"],
  [["photo", "होटल बुकिंग"], "2 listed items"],
  [["होटल बुकिंग"], "listed item"],
  [["होटल-बुकिंग", "photo"], "2 listed items"],
  [[" photo ", "passport"], "photo, passport"],
  [[], "listed item"],
])("the SMS for %j lists %s", (details, named) => {
  expect(smsParams("ACTION_REQUIRED", { ...facts, details })[0]).toBe(named);
});

test.each(messageEvents)(
  "the e-mail for %s greets the owner, names the application and links to it",
  (event) => {
    const parts = mailParts(event, facts, address);
    const text = mailText(parts, brand);
    expect(parts.subject).toContain(facts.visaReferenceNo);
    expect(text).toContain("Hello Asha,");
    expect(text).toContain("VP-7K3M-9QWX-4 (30 Days Single Entry, Vietnam)");
    expect(text).toContain(address);
    expect(text).not.toMatch(/undefined|null/);
  },
);

test("an e-mail lists all corrections, names the applicant and shows whole rupees without paise", () => {
  const text = mailText(mailParts("ACTION_REQUIRED", facts, address), brand);
  expect(text).toContain("for Ravi:\n\n- passport front page\n- date of birth\n\n");
  expect(mailText(mailParts("REFUNDED", facts, address), brand)).toContain("INR 1234567/- ");
  expect(mailText(mailParts("APPROVED", { ...facts, traveller: "" }, address), brand)).toContain(
    "your visa for your",
  );
});

test("personal data is escaped in HTML", () => {
  const evil = { ...facts, owner: `<img src="x">`, details: ["a & b <b>"] };
  const html = mailHtml(mailParts("ACTION_REQUIRED", evil, address), brand);
  expect(html).toContain("Hello &lt;img src=&quot;x&quot;&gt;,");
  expect(html).toContain("<li>a &amp; b &lt;b&gt;</li>");
  expect(html).toContain(`<a href="${address}">`);
});

test("retry delays grow from half a minute to twelve hours, and the seventh failure is final", () => {
  const now = new Date("2026-11-22T00:00:00.000Z");
  const minutes = [1, 2, 3, 4, 5, 6].map(
    (attempts) => (nextTryAt(attempts, now)!.getTime() - now.getTime()) / 60_000,
  );
  expect(minutes).toEqual([0.5, 2, 10, 60, 240, 720]);
  expect(nextTryAt(7, now)).toBeUndefined();
});
