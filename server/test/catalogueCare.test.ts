import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { addApplicant, makeSmallFiles } from "./kit/applicants";
import { callGraphql, callRest, type Json } from "./kit/callApi";
import {
  changeCountry,
  changeVisa,
  lookEverywhere,
  readCountry,
  readVisa,
  staffCountries,
  staffCountry,
  staffUpdateVisa,
} from "./kit/catalogueCare";
import * as documents from "./kit/documents";
import { topLevelCodesOf } from "./kit/outcomes";
import { findData, readWords } from "./kit/readPage";
import { readTables } from "./kit/readTables";
import { signInStaff } from "./kit/staff";
import { TestServer } from "./kit/testServer";
import { signedInTraveller, signIn, type Traveller } from "./kit/traveller";

const vietnam = "vietnam";
const visaUrl = "vietnam-30-days-single-entry";
/** Where a price of it stands. */
const places = ["restVisa", "restCountry", "restAll", "restTop", "page", "countryPage", "home"] as const;

let server: TestServer;
let ravi: Traveller;
let meera: Traveller;
beforeAll(async () => {
  server = await TestServer.start();
  ravi = await signInStaff(server);
  await ravi.do(documents.updateProfile, { name: "Ravi" });
  meera = await signInStaff(server);
});
afterAll(() => server.dispose());

describe("a price that staff change", () => {
  test("is seen at once everywhere, and the old one nowhere", async () => {
    // A figure that stands nowhere else, kept by all that keeps answers.
    const first = await readVisa(ravi, vietnam, visaUrl);
    expect((await changeVisa(ravi, first, { adultPrice: 2773 })).userErrors).toEqual([]);
    const before = await lookEverywhere(server, visaUrl, vietnam);
    for (const place of places) expect([place, before[place].text.includes("2773")]).toEqual([place, true]);

    const visa = await readVisa(ravi, vietnam, visaUrl);
    const { country, userErrors } = await changeVisa(ravi, visa, { adultPrice: 2777, childPrice: 1555 });
    expect(userErrors).toEqual([]);
    expect(country.visas.find((one: Json) => one.visaUrl === visaUrl)).toMatchObject({
      adultPrice: 2777,
      childPrice: 1555,
      version: visa.version + 1,
    });

    const after = await lookEverywhere(server, visaUrl, vietnam);
    expect(after.visa).toEqual({ adultPrice: 2777, priceSummary: { total: 2777 + 499 } });
    expect(after.country.lowestPrice).toBe(2777);
    expect(after.search).toContainEqual({ visaUrl, adultPrice: 2777 });
    for (const place of places) {
      const { status, text } = after[place];
      expect([place, status, text.includes("2777"), text.includes("2773")]).toEqual([
        place,
        200,
        true,
        false,
      ]);
    }
    expect(readWords(after.page.text)).toContain("INR 2777/-");
    expect(findData(after.page.text, "Product").offers.price).toBe(2777 + 499);
    // Who has the old page is not told that it is still right.
    expect(after.page.etag).not.toBe(before.page.etag);
    const again = await fetch(`${server.url}/visa/${visaUrl}`, {
      headers: { "if-none-match": before.page.etag! },
    });
    expect(again.status).toBe(200);
    expect(again.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect(await again.text()).toContain("2777");
  });

  test("leaves an open request its own, also for travellers who are added later", async () => {
    const url = "vietnam-90-days-single-entry";
    const visa = await readVisa(ravi, vietnam, url);
    const asha = await signedInTraveller(server).withRequest(url).withApplicant();
    const total = asha.request.totalPrice;
    expect(total).toBe(3399 + 499);

    await changeVisa(ravi, visa, { adultPrice: 9000, childPrice: 4000, processingTime: 30 });
    const small = await makeSmallFiles();
    await addApplicant(asha, small, {
      dateOfBirth: "2020-03-01",
      travelerType: "CHILD",
      passportIssueDate: "2024-01-15",
    });
    const request = await asha.readRequest();
    expect(request).toMatchObject({
      pricePerApplicant: 3399,
      netPrice: 2 * 3399,
      totalPrice: 2 * total,
      expectedDate: asha.request.expectedDate,
    });

    const late = await signedInTraveller(server).withRequest(url);
    expect(late.request).toMatchObject({ pricePerApplicant: 9000, totalPrice: 9499 });
  });
});

describe("what is taken off the offer", () => {
  test("a visa is gone everywhere and takes no new request; open ones go on", async () => {
    const url = "vietnam-90-days-multiple-entry";
    const visa = await readVisa(ravi, vietnam, url);
    const asha = await signedInTraveller(server).withRequest(url).withApplicant();
    const { country } = await changeVisa(ravi, visa, { isActive: false });
    expect(country).toMatchObject({ visaCount: 5, activeVisaCount: 4 });

    const { visa: shown, country: inCountry, search, ...places } = await lookEverywhere(server, url, vietnam);
    expect(shown).toBeNull();
    expect(JSON.stringify([inCountry, search])).not.toContain(url);
    expect([places.restVisa.status, places.page.status]).toEqual([404, 404]);
    for (const place of ["restCountry", "restAll", "countryPage", "home", "sitemap"] as const)
      expect([place, places[place].status, places[place].text.includes(url)]).toEqual([place, 200, false]);

    const eve = await signIn(server);
    const refused = await eve.call(documents.createVisaRequest, { input: { visaId: visa.visaId } });
    expect(topLevelCodesOf(refused)).toEqual(["NOT_FOUND"]);

    await addApplicant(asha, await makeSmallFiles());
    const { visaRequestId } = asha.request;
    const { data } = await asha.call(
      `query ($visaRequestId: ID!) { visaRequest(visaRequestId: $visaRequestId) { totalPrice visaName visa { visaId } } }`,
      { visaRequestId },
    );
    expect(data.visaRequest).toEqual({ totalPrice: 2 * (5799 + 499), visaName: visa.visaName, visa: null });
    expect(await asha.do(documents.createPaymentOrder, { visaRequestId })).toMatchObject({
      amount: 2 * (5799 + 499) * 100,
    });

    const off = await readVisa(ravi, vietnam, url);
    await changeVisa(ravi, off, { isActive: true });
    const back = await lookEverywhere(server, url, vietnam);
    expect([back.restVisa.status, back.page.status]).toEqual([200, 200]);
    expect(back.sitemap.text).toContain(url);
  });

  test("a country is gone with its visas, and still on the desk", async () => {
    const oman = await readCountry(ravi, "oman");
    const visa = oman.visas[0];
    expect((await changeCountry(ravi, oman, { isActive: false })).userErrors).toEqual([]);
    const places = await lookEverywhere(server, visa.visaUrl, "oman");
    expect([places.visa, places.country, places.search]).toEqual([null, null, []]);
    expect([places.restCountry.status, places.restVisa.status]).toEqual([404, 404]);
    expect([places.page.status, places.countryPage.status]).toEqual([404, 404]);
    expect(places.sitemap.text).not.toContain("oman");
    expect((await callGraphql(server, `{ countries(search: "oman") { name } }`)).data.countries).toEqual([]);
    const eve = await signIn(server);
    const refused = await eve.call(documents.createVisaRequest, { input: { visaId: visa.visaId } });
    expect(topLevelCodesOf(refused)).toEqual(["NOT_FOUND"]);

    const { staffCountries: all } = (await ravi.call(staffCountries)).data;
    expect(all.find((one: Json) => one.countryUrl === "oman")).toMatchObject({
      isActive: false,
      lastChange: { by: { staffId: ravi.userId }, visaName: null },
    });
  });
});

describe("documents, terms and FAQs", () => {
  test("are replaced whole and in order, as plain text", async () => {
    const bahrain = await readCountry(meera, "bahrain");
    const [first, ...others] = bahrain.terms;
    const nasty = `</script><script>alert("1")</script> & <b>bold</b>`;
    const faqs = [{ question: `Is  this\n safe? ${nasty}`, answer: ` ${nasty} ` }, ...bahrain.faqs];
    const documentsOf = [{ visaType: "TOURIST", documentName: nasty }, ...bahrain.documents];
    const { country, userErrors } = await changeCountry(meera, bahrain, {
      documents: documentsOf,
      terms: [...others, first, nasty],
      faqs,
    });
    expect(userErrors).toEqual([]);
    expect(country.terms).toEqual([...others, first, nasty]);
    expect(country.documents).toEqual(documentsOf);
    expect(country.faqs[0]).toEqual({ question: `Is this safe? ${nasty}`, answer: nasty });

    const html = await (await fetch(`${server.url}/visa/${country.visas[0].visaUrl}`)).text();
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<b>bold");
    expect(readWords(html)).toContain(nasty);
    expect(findData(html, "FAQPage").mainEntity[0].acceptedAnswer.text).toBe(nasty);
    const rest = await callRest(server, "GET", "/api/visa/getbycountry?countryurl=bahrain");
    expect(rest.body.data.visaTerms.map((term: Json) => term.termsandConditions)).toEqual(country.terms);
  });
});

describe("a value that cannot be", () => {
  const long = "x".repeat(2001);
  test.each<[string, Record<string, unknown>, string, string]>([
    ["a price of nothing", { adultPrice: 0 }, "adultPrice", "INVALID"],
    ["a price past the limit", { adultPrice: 1_000_001 }, "adultPrice", "INVALID"],
    ["no price", { adultPrice: null }, "adultPrice", "REQUIRED"],
    ["a child's price below nothing", { childPrice: -1 }, "childPrice", "INVALID"],
    ["no time at all", { processingTime: 0 }, "processingTime", "INVALID"],
    ["more than a year", { processingTime: 366 }, "processingTime", "INVALID"],
    ["a blank name", { visaName: "  \n " }, "visaName", "REQUIRED"],
    ["a long validity", { validity: long }, "validity", "TOO_LONG"],
    ["signs that turn the text around", { stayPeriod: "30\u202e Days" }, "stayPeriod", "INVALID"],
    ["neither on nor off", { isActive: null }, "isActive", "REQUIRED"],
  ])("of a visa: %s names its field and changes nothing", async (_what, wrong, field, code) => {
    const visa = await readVisa(ravi, "egypt", (await readCountry(ravi, "egypt")).visas[0].visaUrl);
    const good = { validity: "90 days", processingTime: 9, ...wrong };
    const { country, userErrors } = await changeVisa(ravi, visa, good);
    expect([country, userErrors]).toEqual([null, [expect.objectContaining({ field, code })]]);
    expect(await readVisa(ravi, "egypt", visa.visaUrl)).toEqual(visa);
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ["no terms", { terms: [] }, "terms", "REQUIRED"],
    ["terms that are null", { terms: null }, "terms", "REQUIRED"],
    ["a blank term", { terms: ["A term.", " "] }, "terms.1", "REQUIRED"],
    ["a long answer", { faqs: [{ question: "Why?", answer: long }] }, "faqs.0.answer", "TOO_LONG"],
    ["too many terms", { terms: Array.from({ length: 51 }, (_, at) => `Term ${at}`) }, "terms", "TOO_LONG"],
    [
      "a document without a name",
      {
        documents: [
          { visaType: "TOURIST", documentName: "Passport" },
          { visaType: "BUSINESS", documentName: "" },
        ],
      },
      "documents.1.documentName",
      "REQUIRED",
    ],
    [
      "no document for a type of visa that there is",
      { documents: [{ visaType: "BUSINESS", documentName: "Passport" }] },
      "documents",
      "REQUIRED",
    ],
  ])("of a country: %s names its place and changes nothing", async (_what, wrong, field, code) => {
    const egypt = await readCountry(ravi, "egypt");
    const { country, userErrors } = await changeCountry(ravi, egypt, { isActive: false, ...wrong });
    expect([country, userErrors]).toEqual([null, [expect.objectContaining({ field, code })]]);
    expect(await readCountry(ravi, "egypt")).toEqual(egypt);
  });

  test("paise are not taken at all", async () => {
    const { visas } = await readCountry(ravi, "egypt");
    const input = { visaId: visas[0].visaId, version: visas[0].version, adultPrice: 99.5 };
    const { data, errors } = await ravi.call(staffUpdateVisa, { input });
    expect(data ?? null).toBeNull();
    expect(errors![0]!.message).toContain("adultPrice");
  });
});

describe("two at once", () => {
  test("one is saved, the other is told by whom it was changed", async () => {
    const visa = await readVisa(ravi, "zambia", (await readCountry(ravi, "zambia")).visas[0].visaUrl);
    const answers = await Promise.all([
      changeVisa(ravi, visa, { adultPrice: 7001 }),
      changeVisa(meera, visa, { adultPrice: 7002 }),
    ]);
    const saved = answers.findIndex(({ country }) => country);
    const refused = answers.filter(({ userErrors }) => userErrors.length > 0);
    expect(refused).toHaveLength(1);
    const winner = [`Ravi`, meera.phoneNumber][saved];
    expect(refused[0].userErrors).toEqual([
      {
        field: null,
        code: "CONFLICT",
        message: `This was changed meanwhile by ${winner}. Nothing was saved`,
      },
    ]);
    expect(await readVisa(ravi, "zambia", visa.visaUrl)).toMatchObject({
      adultPrice: [7001, 7002][saved],
      version: visa.version + 1,
    });
    expect((await readCountry(ravi, "zambia")).changes).toHaveLength(1);
  });
});

describe("the history", () => {
  test("has who, when, from and to; a save that changes nothing is not in it", async () => {
    const kenya = await readCountry(meera, "kenya");
    const visa = kenya.visas[0];
    const from = new Date().toISOString();
    await changeVisa(meera, visa, {
      childPrice: null,
      entry: null,
      visaName: visa.visaName,
      validity: "One year",
    });
    const changed = await changeCountry(ravi, kenya, { terms: kenya.terms.slice(1) });
    const same = await changeCountry(ravi, changed.country, { terms: changed.country.terms, isActive: true });
    expect(same.country).toEqual(changed.country);

    const { changes } = await readCountry(ravi, "kenya");
    expect(changes).toEqual([
      expect.objectContaining({
        by: { staffId: ravi.userId, name: "Ravi", phoneNumber: ravi.phoneNumber },
        visaId: null,
        fields: [{ field: "terms", from: kenya.terms, to: kenya.terms.slice(1) }],
      }),
      expect.objectContaining({
        by: expect.objectContaining({ staffId: meera.userId }),
        visaName: visa.visaName,
        fields: [
          { field: "validity", from: [visa.validity], to: ["One year"] },
          { field: "entry", from: [visa.entry], to: [] },
          ...(visa.childPrice === null
            ? []
            : [{ field: "childPrice", from: [String(visa.childPrice)], to: [] }]),
        ],
      }),
    ]);
    for (const { at } of changes) {
      expect(at >= from).toBe(true);
      expect(at <= new Date().toISOString()).toBe(true);
    }
    const { audit_event: all } = await readTables(server, ["audit_event"]);
    const events = all!.filter(
      ({ action, subjectId }: Json) =>
        action === "CATALOGUE_CHANGED" && [visa.visaId, kenya.visaCountryId].includes(subjectId),
    );
    expect(events.map(({ actorKind, actorId }: Json) => [actorKind, actorId])).toEqual([
      ["STAFF", meera.userId],
      ["STAFF", ravi.userId],
    ]);
  });
});

test("customers and visitors are refused, and what is absent is absent", async () => {
  const eve = await signIn(server);
  const { visaId, version } = (await readCountry(ravi, "egypt")).visas[0];
  const input = { visaId, version, adultPrice: 1 };
  expect(topLevelCodesOf(await eve.call(staffUpdateVisa, { input }))).toEqual(["FORBIDDEN"]);
  expect(topLevelCodesOf(await callGraphql(server, staffUpdateVisa, { variables: { input } }))).toEqual([
    "UNAUTHENTICATED",
  ]);
  expect(topLevelCodesOf(await eve.call(staffCountry, { countryUrl: "egypt" }))).toEqual(["FORBIDDEN"]);
  const absent = { visaId: crypto.randomUUID(), version: 1, adultPrice: 1 };
  expect(topLevelCodesOf(await ravi.call(staffUpdateVisa, { input: absent }))).toEqual(["NOT_FOUND"]);
  expect((await ravi.call(staffCountry, { countryUrl: "atlantis" })).data).toEqual({ staffCountry: null });
});

test("all of it survives a restart", async () => {
  const read = async () => [
    await readCountry(ravi, vietnam),
    await readCountry(ravi, "bahrain"),
    await readCountry(ravi, "oman"),
    (await callGraphql(server, `{ visas(first: 100) { nodes { visaUrl adultPrice childPrice } } }`)).data,
  ];
  const before = await read();
  await server.restart();
  expect(await read()).toEqual(before);
});
