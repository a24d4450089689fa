import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { addApplicant } from "../kit/stories/applicants";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { prices, searchCountries } from "./catalogue.generated";
import type { RestCountry } from "../kit/wire/restShapes";
import { callGraphql, callRest } from "../kit/wire/callApi";
import {
  changeCountry,
  changeVisa,
  lookEverywhere,
  readCountry,
  readVisa,
  signInCatalogueAdmins,
  staffCountries,
} from "../kit/stories/catalogueAdmin";
import * as documents from "../kit/documents";
import { topLevelErrorCodes } from "../kit/wire/outcomes";
import { findData, readWords } from "../kit/wire/readPage";
import { TestServer } from "../kit/server/testServer";
import { signedInTraveller, signIn, type Traveller } from "../kit/personas/traveller";

const vietnam = "vietnam";
const visaUrl = "vietnam-30-days-single-entry";
/** The responses and pages that show the visa's price. */
const places = ["restVisa", "restCountry", "restAll", "restTop", "page", "countryPage", "home"] as const;

let server: TestServer;
let ravi: Traveller;
let meera: Traveller;
beforeAll(async () => {
  server = await TestServer.start();
  [ravi, meera] = await signInCatalogueAdmins(server);
});
afterAll(() => server.dispose());

describe("a price changed by staff", () => {
  test("replaces the old price everywhere immediately", async () => {
    // No other text contains 2773. Requesting every response and page fills all caches.
    const first = await readVisa(ravi, vietnam, visaUrl);
    expect((await changeVisa(ravi, first, { adultPrice: 2773 })).userErrors).toEqual([]);
    const before = await lookEverywhere(server, visaUrl, vietnam);
    for (const place of places) expect([place, before[place].text.includes("2773")]).toEqual([place, true]);

    const visa = await readVisa(ravi, vietnam, visaUrl);
    const { country, userErrors } = await changeVisa(ravi, visa, { adultPrice: 2777, childPrice: 1555 });
    expect(userErrors).toEqual([]);
    expect(country.visas.find((one) => one.visaUrl === visaUrl)).toMatchObject({
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
    // The changed page does not match the old ETag.
    expect(after.page.etag).not.toBe(before.page.etag);
    const again = await fetch(`${server.url}/visa/${visaUrl}`, {
      headers: { "if-none-match": before.page.etag! },
    });
    expect(again.status).toBe(200);
    expect(again.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect(await again.text()).toContain("2777");
  });

  test("does not apply to existing applications, even for applicants who are added later", async () => {
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

test("the lead visa can be chosen; it is the cheapest visa if none is chosen or the chosen one is unpublished", async () => {
  const [cheapest, other] = (await readCountry(ravi, "georgia")).visas;
  const lead = async () => (await lookEverywhere(server, other.visaUrl, "georgia")).country.leadVisa;
  const choose = async (leadVisaUrl: string | null) =>
    changeCountry(ravi, await readCountry(ravi, "georgia"), { leadVisaUrl });

  await choose(other.visaUrl);
  expect(await lead()).toEqual({ visaUrl: other.visaUrl, isTransit: false });
  await changeVisa(ravi, other, { isTransit: true });
  expect(await lead()).toEqual({ visaUrl: other.visaUrl, isTransit: true });
  const { changes } = await readCountry(ravi, "georgia");
  expect(changes.slice(0, 2).map(({ fields }) => fields)).toEqual([
    [{ field: "isTransit", from: ["false"], to: ["true"] }],
    [{ field: "leadVisaUrl", from: [cheapest.visaUrl], to: [other.visaUrl] }],
  ]);

  await changeVisa(ravi, await readVisa(ravi, "georgia", other.visaUrl), { isActive: false });
  expect(await lead()).toMatchObject({ visaUrl: cheapest.visaUrl });
  await changeVisa(ravi, await readVisa(ravi, "georgia", other.visaUrl), { isActive: true });
  expect(await lead()).toMatchObject({ visaUrl: other.visaUrl });
  for (const none of ["", null]) {
    await choose(none);
    expect(await lead()).toMatchObject({ visaUrl: cheapest.visaUrl });
    expect((await readCountry(ravi, "georgia")).leadVisaUrl).toBeNull();
  }
});

describe("unpublishing", () => {
  test("a visa hides it everywhere and blocks new applications, while existing ones continue", async () => {
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
    expect(topLevelErrorCodes(refused)).toEqual(["NOT_FOUND"]);

    await addApplicant(asha, await makeSmallFiles());
    const { visaRequestId } = asha.request;
    const { data } = await asha.call<{ visaRequest: { totalPrice: number; visaName: string; visa: null } }>(
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

  test("a country hides it and its visas from everyone except staff", async () => {
    const oman = await readCountry(ravi, "oman");
    const visa = oman.visas[0];
    expect((await changeCountry(ravi, oman, { isActive: false })).userErrors).toEqual([]);
    const places = await lookEverywhere(server, visa.visaUrl, "oman");
    expect([places.visa, places.country, places.search]).toEqual([null, null, []]);
    expect([places.restCountry.status, places.restVisa.status]).toEqual([404, 404]);
    expect([places.page.status, places.countryPage.status]).toEqual([404, 404]);
    expect(places.sitemap.text).not.toContain("oman");
    expect(
      (await callGraphql(server, searchCountries, { variables: { text: "oman" } })).data.countries,
    ).toEqual([]);
    const eve = await signIn(server);
    const refused = await eve.call(documents.createVisaRequest, { input: { visaId: visa.visaId } });
    expect(topLevelErrorCodes(refused)).toEqual(["NOT_FOUND"]);

    const { staffCountries: all } = (await ravi.call(staffCountries)).data;
    expect(all.find((one) => one.countryUrl === "oman")).toMatchObject({
      isActive: false,
      lastChange: { by: { staffId: ravi.userId }, visaName: null },
    });
  });
});

describe("documents, terms and FAQs", () => {
  test("are replaced as a whole, keep their order, and are shown as plain text", async () => {
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
    expect(country.documents).toEqual([expect.objectContaining(documentsOf[0]!), ...bahrain.documents]);
    expect(country.faqs[0]).toEqual({ question: `Is this safe? ${nasty}`, answer: nasty });

    const html = await (await fetch(`${server.url}/visa/${country.visas[0].visaUrl}`)).text();
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<b>bold");
    expect(readWords(html)).toContain(nasty);
    expect(findData(html, "FAQPage").mainEntity[0].acceptedAnswer.text).toBe(nasty);
    const rest = await callRest<RestCountry>(server, "GET", "/api/visa/getbycountry?countryurl=bahrain");
    expect(rest.body.data.visaTerms.map((term) => term.termsandConditions)).toEqual(country.terms);
  });
});

test("catalogue changes survive a restart", async () => {
  const read = async () => [
    await readCountry(ravi, vietnam),
    await readCountry(ravi, "bahrain"),
    await readCountry(ravi, "oman"),
    (await callGraphql(server, prices)).data,
  ];
  const before = await read();
  await server.restart();
  expect(await read()).toEqual(before);
});
