import { beforeAll, describe, expect, test } from "@jest/globals";
import { isObjectType } from "graphql";
import { keepingConsent } from "../../modules/consent/keepingConsent.rules";
import { absentId, addApplicant } from "../kit/stories/applicants";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { callGraphql } from "../kit/wire/callApi";
import { topLevelErrorCodes } from "../kit/wire/outcomes";
import { mutations as ownedMutations, publicIds } from "../kit/wire/ownedCalls";
import {
  listFields,
  listIdPlaces,
  operationFor,
  readSchema,
  typesBehind,
  variablesFor,
} from "../kit/wire/schemaWalk";
import { reportedProgram, TestPartner } from "../kit/personas/partner";
import { RunningServer } from "../kit/server/runningServer";
import {
  payInSandbox,
  signedInTraveller,
  toConfirmation,
  toStory,
  type Traveller,
} from "../kit/personas/traveller";
import * as documents from "../kit/documents";

/**
 * Generated from the schema: each new field, type, query or mutation is tested automatically, or fails here
 * until its owner is declared.
 */

/** The schema without staff operations, which staffOperations.test.ts tests. */
const schema = readSchema("open");
const queries = listFields(schema.getQueryType());
const mutations = listFields(schema.getMutationType());

/** Queries that visitors may send, and all types that these may return. */
const publicQueries = [
  "siteInfo",
  "countries",
  "countrySuggestions",
  "country",
  "popularVisas",
  "priceQuote",
  "visas",
  "visa",
  // Protected by a 256-bit token, which server/test/partner/handover.test.ts tests.
  "handover",
];
const publicTypes = [
  "Company",
  "CountrySuggestions",
  "OpenHandover",
  "PageInfo",
  "PriceLine",
  "PriceQuote",
  "PriceSummary",
  "SiteInfo",
  "UnofferedCountry",
  "UploadLimits",
  "Visa",
  "VisaConnection",
  "VisaCountry",
  "VisaDocument",
  "VisaEdge",
  "VisaFAQ",
  "VisaFileRules",
  "VisaRequirement",
  "VisaTerm",
];
/** Mutations that visitors may send. */
const openMutations = ["requestOtp", "verifyOtp", "wishForCountry"];
/** `me` is null for visitors; all other private queries require a session. */
const queriesOfNobody = ["me"];

/** Queries that return a value only for partners' keys. */
const keyQueries = ["partnerApplications"];

/** Variables with which an owner queries their own data, so that every field has a value. */
const ownQueries: Record<string, (of: Traveller) => Record<string, unknown>> = {
  me: () => ({}),
  mySessions: () => ({}),
  myPartners: () => ({}),
  partnerEvents: () => ({ partnerId: partner.partnerId, first: 9 }),
  webhookEndpoints: () => ({ partnerId: partner.partnerId }),
  myVisaRequests: () => ({}),
  partnerApplications: () => ({}),
  keptApplicants: () => ({}),
  visaRequest: ({ request }) => ({ visaRequestId: request.visaRequestId }),
};

let server: RunningServer;
let partner: TestPartner;
/** An application of the owner's partner. */
let partnersRequestId: string;
let endpointId: string;
let owner: Traveller;
let stranger: Traveller;
/** Programs of two partners. */
let program: Traveller;
let otherProgram: Traveller;
beforeAll(async () => {
  server = RunningServer.shared();
  const files = await makeSmallFiles();
  const story = async (name: string, passportNumber: string, by?: Traveller): Promise<Traveller> => {
    const traveller = await (by ? toStory(by) : signedInTraveller(server)).withRequest();
    const profile = { name, email: `${name.toLowerCase()}@example.com` };
    if (!by) await traveller.do(documents.updateProfile, profile);
    const paper = { "input.documentFiles.0": { ...files["input.passportBackFile"], name: `${name}.png` } };
    await addApplicant(traveller, { ...files, ...paper }, { firstName: name, passportNumber });
    const { visaRequestId } = traveller.request;
    const { orderId } = await traveller.do(documents.createPaymentOrder, { visaRequestId });
    const proof = await payInSandbox(server, orderId);
    await traveller.do(documents.confirmPayment, { visaRequestId, ...toConfirmation(proof) });
    const consent = { visaRequestId, consentTextVersion: keepingConsent.version };
    if (!by) await traveller.do(documents.keepApplicants, consent);
    return traveller;
  };
  owner = await story("Asha", "M1234567");
  stranger = await story("Eve", "Z7654321");
  partner = await TestPartner.create(server, "Ravi Travels", owner);
  partnersRequestId = (await reportedProgram(partner)).request.visaRequestId;
  program = await story("Meera", "M7654321", await partner.programWith());
  const other = await TestPartner.create(server, "Sea Tours");
  otherProgram = await story("Ravi", "R7654321", await other.programWith());
  endpointId = (await partner.addEndpoint("http://127.0.0.1:9999/")).endpointId;
});

/** Data of a query generated from the schema, by field. */
type Told = Record<string, unknown>;

/** Returns all texts of a response: names, numbers, ids, links. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(textsOf);
}

describe("the schema", () => {
  test("has no query or mutation without a declared owner", () => {
    const known = [...publicQueries, ...Object.keys(ownQueries)];
    expect(queries.map(({ name }) => name).sort()).toEqual(known.sort());
    const owned = ownedMutations.map(({ name }) => name.split(" ")[0]);
    const byId = mutations.filter((field) => listIdPlaces(field).some((place) => !publicIds.includes(place)));
    expect(byId.map(({ name }) => name).filter((name) => !owned.includes(name))).toEqual([]);
  });

  test("leads from public queries only to public types", () => {
    const found = queries
      .filter(({ name }) => publicQueries.includes(name))
      .flatMap((field) => [...typesBehind(field)]);
    expect([...new Set(found)].sort()).toEqual(publicTypes);
  });

  test("has no subscriptions, because their owner would not be checked", () => {
    expect(schema.getSubscriptionType()).toBeUndefined();
  });
});

describe.each(Object.entries(ownQueries))("every field of %s", (name, askedFor) => {
  const field = queries.find((one) => one.name === name)!;
  // All fields of 100 applications would cost more than an operation may.
  const query = operationFor("query", field).replace("partnerApplications", "partnerApplications(first: 5)");

  test("is returned only to the owner", async () => {
    const isForKeys = keyQueries.includes(name);
    const whose = isForKeys ? program : owner;
    const other = isForKeys ? otherProgram : stranger;
    const mine = await whose.call(query, askedFor(whose));
    expect(mine.errors).toBeUndefined();
    const theirs = await other.call(query, askedFor(other));
    const known = new Set(textsOf(theirs.data));
    const secrets = [...new Set(textsOf(mine.data))].filter((text) => !known.has(text));
    const [{ sessionId }] = (await owner.call(documents.mySessions)).data.mySessions;
    const [{ partnerId }] = (await owner.call(documents.myPartners)).data.myPartners;
    const kept = (await owner.call(documents.keptApplicants)).data.keptApplicants.applicants;
    const secret = {
      keptApplicants: kept[0]?.keptApplicantId,
      me: owner.phoneNumber,
      mySessions: sessionId,
      myPartners: partnerId,
      partnerEvents: partnersRequestId,
      webhookEndpoints: endpointId,
    }[name];
    expect(secrets).toContain(secret ?? whose.request.visaRequestId);

    const answers = [
      await other.call(query, askedFor(whose)),
      await stranger.call(query, askedFor(whose)),
      await callGraphql(server, query, { variables: askedFor(whose) }),
    ];
    for (const answer of answers) {
      const told = JSON.stringify(answer);
      expect(secrets.filter((secret) => told.includes(JSON.stringify(secret)))).toEqual([]);
    }
  });

  test("is null for a visitor and for an invalid token", async () => {
    for (const token of [undefined, "e30.e30.e30"]) {
      const answer = await callGraphql<Told | null | undefined>(server, query, {
        variables: askedFor(owner),
        token,
      });
      expect(answer.data?.[name] ?? null).toBeNull();
      expect(topLevelErrorCodes(answer)).toEqual(queriesOfNobody.includes(name) ? [] : ["UNAUTHENTICATED"]);
    }
  });

  const ifAskedById = listIdPlaces(field).length > 0 ? test : undefined;
  ifAskedById?.("is null for another user's id, as for an unknown id", async () => {
    const absent = Object.fromEntries(
      Object.entries(askedFor(owner)).map(([key, value]) => [
        key,
        typeof value === "string" ? absentId() : value,
      ]),
    );
    const asked = await stranger.call<Told>(query, askedFor(owner));
    expect(asked.data[name]).toBeNull();
    expect(await stranger.call(query, absent)).toEqual(asked);
  });
});

describe("a visitor", () => {
  test.each(mutations.map(({ name }) => name).filter((name) => !openMutations.includes(name)))(
    "is asked to log in by %s",
    async (name) => {
      const field = mutations.find((one) => one.name === name)!;
      const operation = operationFor("mutation", field);
      const answer = await callGraphql(server, operation, { variables: variablesFor(field) });
      expect(answer.data ?? null).toBeNull();
      expect(topLevelErrorCodes(answer)).toEqual(["UNAUTHENTICATED"]);
    },
  );
});

test("every type of the schema is public or requires a login", () => {
  const behindLogin = [...queries, ...mutations]
    .filter(({ name }) => !publicQueries.includes(name))
    .flatMap((field) => [...typesBehind(field)]);
  const roots = ["Query", "Mutation"];
  const all = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && !type.name.startsWith("__") && !roots.includes(type.name),
  );
  const known = new Set([...publicTypes, ...behindLogin]);
  expect(all.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});
