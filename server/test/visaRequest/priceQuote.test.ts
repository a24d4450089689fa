/** A quote equals the application's later price, and stores nothing. */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { signedInTraveller } from "../kit/personas/traveller";
import { daysAhead, yearsAgo } from "../kit/server/clock";
import { TestServer } from "../kit/server/testServer";
import { absentId, addApplicant } from "../kit/stories/applicants";
import { callGraphql } from "../kit/wire/callApi";
import { changeVisa, readVisa, signInCatalogueAdmins } from "../kit/stories/catalogueAdmin";
import { quotePrice, quoteRequest } from "./visaRequest.generated";

let server: TestServer;
let files: PassportFiles;
beforeAll(async () => {
  [server, files] = await Promise.all([TestServer.start({ GST_PERCENT: "18" }), makeSmallFiles()]);
});
afterAll(() => server.dispose());

async function findVisaId(visaUrl: string): Promise<string> {
  return (await callGraphql(server, documents.visaId, { variables: { visaUrl } })).data.visa.visaId;
}

const ask = (variables: Record<string, unknown> & { visaId: string }) =>
  callGraphql(server, quotePrice, { variables });

const [egypt, armenia] = [
  "egypt-30-days-tourist-visa-single-entry",
  "armenia-21-days-tourist-visa-single-entry",
];

describe("a visitor's quote", () => {
  test.each([
    ["one adult", egypt, [36], { adults: 1 }],
    ["a family", egypt, [36, 35, 10, 1], { adults: 2, children: 1, infants: 1 }],
    ["children without an adult", egypt, [10, 4], { adults: 0, children: 2 }],
    ["a family whose visa has no child price", armenia, [36, 5], { adults: 1, children: 1, infants: null }],
  ] as const)(
    "equals the price of the application and its order for %s",
    async (_name, visaUrl, ages, counts) => {
      const visaId = await findVisaId(visaUrl);
      const { priceQuote: quote } = (await ask({ visaId, travelDate: daysAhead(30), ...counts })).data;
      const traveller = await signedInTraveller(server).withRequest(visaUrl);
      for (const years of ages) await addApplicant(traveller, files, { dateOfBirth: yearsAgo(years) });
      const { visaRequestId, priceLines, netPrice, serviceFee, gst, totalPrice } =
        await traveller.readRequest();
      expect(quote).toEqual({ priceLines, netPrice, serviceFee, gst, totalPrice });
      const { amount } = await traveller.do(documents.createPaymentOrder, { visaRequestId });
      expect(amount).toBe(quote.totalPrice * 100);
    },
  );

  test("is for one adult by default, like an application without applicants", async () => {
    const traveller = await signedInTraveller(server).withRequest(egypt);
    const { totalPrice } = await traveller.readRequest();
    expect((await ask({ visaId: traveller.request.visaId })).data.priceQuote.totalPrice).toBe(totalPrice);
  });

  test("stores nothing, even if it is rejected", async () => {
    const visaId = await findVisaId(egypt);
    const before = await readTables(server);
    await ask({ visaId, adults: 9 });
    await ask({ visaId, adults: -9 });
    expect(await readTables(server)).toEqual(before);
  });

  test("is null for a visa that does not exist", async () => {
    expect(await ask({ visaId: absentId() })).toMatchObject({ status: 200, data: { priceQuote: null } });
    expect((await ask({ visaId: "" })).data.priceQuote).toBeNull();
  });

  test.each([
    [{ travelDate: daysAhead(-1) }, "travelDate"],
    [{ travelDate: daysAhead(732) }, "travelDate"],
    [{ adults: -1 }, "adults"],
    [{ adults: 0 }, "adults"],
    [{ children: 101 }, "children"],
    [{ infants: 2_147_483_647 }, "infants"],
    [{ adults: 60, children: 60 }, "adults"],
  ])("is rejected for %j, and the error names the argument", async (given, field) => {
    const { data, errors } = await ask({ visaId: await findVisaId(egypt), ...given });
    expect(data).toEqual({ priceQuote: null });
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", field } }]);
  });

  test.each([{ travelDate: "2027-02-30" }, { adults: 1.5 }, { adults: "2" }, { adults: 1e12 }])(
    "is rejected for a value of the wrong type, and the message names the variable: %j",
    async (given) => {
      const { errors } = await ask({ visaId: absentId(), ...given });
      const [name] = Object.keys(given);
      expect(errors).toMatchObject([
        { message: expect.stringContaining(`$${name}`), extensions: { code: "BAD_USER_INPUT" } },
      ]);
    },
  );
});

describe("an application's quote", () => {
  test("equals the later price of the application, even if the visa's price rises and the visa is unpublished", async () => {
    const [staff] = await signInCatalogueAdmins(server);
    const traveller = await signedInTraveller(server).withRequest(egypt);
    const { visaRequestId } = traveller.request;
    const dearer = await changeVisa(staff, await readVisa(staff, "egypt", egypt), {
      adultPrice: 9000,
      childPrice: 8000,
      isActive: false,
    });
    expect(dearer.userErrors).toEqual([]);

    const { data } = await traveller.call(quoteRequest, { visaRequestId, adults: 1, children: 1 });
    for (const years of [36, 10]) await addApplicant(traveller, files, { dateOfBirth: yearsAgo(years) });
    const { priceLines, netPrice, serviceFee, gst, totalPrice } = await traveller.readRequest();
    expect(netPrice).toBe(4299 + 3799);
    expect(data.visaRequest.priceQuote).toEqual({ priceLines, netPrice, serviceFee, gst, totalPrice });
  });

  test("is for one adult by default, and has the same limits as a visitor's quote", async () => {
    const traveller = await signedInTraveller(server).withRequest(armenia);
    const { visaRequestId, totalPrice } = traveller.request;
    const { data } = await traveller.call(quoteRequest, { visaRequestId, infants: null });
    expect(data.visaRequest.priceQuote.totalPrice).toBe(totalPrice);
    const refused = await traveller.call(quoteRequest, { visaRequestId, children: 101 });
    expect(refused.data.visaRequest).toEqual({ priceQuote: null });
    expect(refused.errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", field: "children" } }]);
  });
});
