import * as documents from "../../kit/documents";
import { signedInTraveller } from "../../kit/personas/traveller";
import { asGraphql, from, storeBody, type AttackRows } from "./scene";

/** Requests that cost far more than their number suggests, and paths without a route. */
export const costAttacks: AttackRows = {
  "980 fields by 16 connections": async (scene) => {
    // Each request has a new text, because a validated operation is not validated again.
    const query = `{ siteInfo { ${"brand ".repeat(980)}} } #{any}`;
    const bodyFile = await storeBody(scene, "fields.json", JSON.stringify({ query }));
    const headers = { "content-type": "application/json" };
    return [{ way: "loop", connections: 16, from, method: "POST", path: "/graphql", headers, bodyFile }];
  },
  "90 KB to search for and 90 KB in errors, by 4 connections": async (scene) => {
    const graphql = { way: "loop", connections: 2, from, method: "POST", path: "/graphql" } as const;
    const headers = { "content-type": "application/json" };
    const search = `query ($text: String) { ${Array.from(
      { length: 10 },
      (_, at) => `a${at}: visas(filter: { search: $text }) { totalCount }`,
    ).join(" ")} } #{any}`;
    const wrong = "query ($filter: VisaFilter) { visas(filter: $filter) { totalCount } } #{any}";
    const filter = { ["Did you mean ".repeat(6_900)]: 1, ...Array.from({ length: 48 }, () => 1) };
    const bodies = {
      "search.json": { query: search, variables: { text: "-a".repeat(45_000) } },
      "wrong.json": { query: wrong, variables: { filter } },
    };
    return Promise.all(
      Object.entries(bodies).map(async ([name, body]) => ({
        ...graphql,
        headers,
        bodyFile: await storeBody(scene, name, JSON.stringify(body)),
      })),
    );
  },
  "heavy reads by 40 accounts × 6 connections": async (scene) => {
    const travellers = await Promise.all(
      Array.from({ length: 40 }, async () => signedInTraveller(scene.server).withRequest().withApplicant()),
    );
    const bodyFile = await storeBody(scene, "heavy.json", JSON.stringify({ query: heavyRead }));
    return travellers.map((traveller, index) => ({
      way: "loop",
      connections: 6,
      bodyFile,
      ...asGraphql(traveller),
      from: `127.0.2.${index + 1}`,
    }));
  },
  "one receipt by 450 connections": async ({ server }) => {
    const traveller = await signedInTraveller(server).withRequest().withApplicant().paid();
    const { visaRequestId } = traveller.request;
    const { data } = await traveller.call(documents.visaRequestMoney, { visaRequestId });
    const path = data.visaRequest.receipt.pdfSrc;
    return [{ way: "loop", connections: 450, from, method: "GET", path }];
  },
  "one file by 450 connections": async ({ server }) => {
    const traveller = await signedInTraveller(server).withRequest().withApplicant();
    const path = traveller.request.visaApplicants[0].passportFrontSrc;
    return [{ way: "loop", connections: 450, from, method: "GET", path }];
  },
  "90 KB to unknown paths by 100 connections": async (scene) => {
    const bodyFile = await storeBody(scene, "unknown.json", JSON.stringify({ text: "x".repeat(90_000) }));
    const headers = { "content-type": "application/json" };
    return [
      { way: "loop", connections: 100, from, method: "POST", path: "/nowhere/{any}", headers, bodyFile },
    ];
  },
  "addresses of 3 KB by 100 connections": async () => [
    { way: "loop", connections: 100, from, method: "GET", path: `/nowhere/{any}${"a/".repeat(1500)}` },
    { way: "loop", connections: 100, from, method: "GET", path: `/visas?q={any}&${"a=&".repeat(1000)}` },
  ],
};

/** Reads all data of a traveller's applications, up to the query limits. */
const heavyRead = `{ ${Array.from(
  { length: 2 },
  (_, at) => `a${at}: myVisaRequests(first: 100) { nodes {
  visaRequestId visaReferenceNo timeline { at } visa { visaName } visaApplicants {
    visaApplicantId firstName lastName passportNumber dateOfBirth profileSrc passportFrontSrc passportBackSrc
    visaApplicationDocuments { imageName src } requiredDocuments { documentName state } consent { text } } } }`,
).join("\n")} }`;
