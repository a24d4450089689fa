/** The requests to the servers, each with the servers that can handle it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addTypenameToDocument, print } from "@apollo/client/utilities";
import { concatAST, Kind, parse, visit, type DocumentNode } from "graphql";
import type { ContestantName } from "./contestants";
import type { BenchData, SignedIn } from "./data";

export interface HttpRequest {
  method: "GET" | "POST";
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

export interface Workload {
  /** The name for `--only`. */
  name: string;
  title: string;
  /** The servers in table order; the first two are `raw` and the product. */
  contestants: readonly ContestantName[];
  /** The competitor for the comparison, in addition to `raw`. */
  peer?: ContestantName;
  /** A text that occurs in every correct response and in no wrong one. */
  mark: string;
  /** True if the result must be in the database before the response is sent. */
  isWrite?: boolean;
  makeRequests(data: BenchData): HttpRequest[];
}

const catalogueServers = ["raw", "product", "mercurius", "apollo"] as const;
const rowServers = ["raw", "product", "mercurius", "mercurius-typeorm", "apollo"] as const;

const clientDocuments = concatAST(
  readdirSync("client", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".graphql"))
    .map((path) => parse(readFileSync(join("client", path), "utf8"))),
);
const countryPage = readOperation("country");
const homeCards = readOperation("popularVisas");
export const ownRequest = readOperation("visaRequestDetails");
const createRequest = readOperation("createVisaRequest");
/** Partners request all visas in one operation; the client does not. */
const allVisas = `query visas {
  visas(first: 100) {
    nodes {
      visaId visaName visaUrl visaCountryName countryUrl visaType adultPrice childPrice
      processingTime stayPeriod validity entry flagSrc flagUrl
    }
    totalCount
  }
}`;

export const workloads: readonly Workload[] = [
  {
    name: "country",
    title: "Country page, GraphQL POST",
    contestants: catalogueServers,
    peer: "mercurius",
    mark: `{"data":{"country":{`,
    makeRequests: ({ addresses }) =>
      addresses.map((from) => ask(from, "country", countryPage, { countryUrl: "bahrain" })),
  },
  {
    name: "cards",
    title: "Cards of the home page, GraphQL POST",
    contestants: catalogueServers,
    peer: "mercurius",
    mark: `{"data":{"popularVisas":[{`,
    makeRequests: ({ addresses }) => addresses.map((from) => ask(from, "popularVisas", homeCards, {})),
  },
  {
    name: "list",
    title: "List of all visas, GraphQL POST",
    contestants: catalogueServers,
    peer: "mercurius",
    mark: `{"data":{"visas":{"nodes":[{`,
    makeRequests: ({ addresses }) => addresses.map((from) => ask(from, "visas", allVisas, {})),
  },
  {
    name: "own-request",
    title: "Own request with its applicants, signed in",
    contestants: rowServers,
    peer: "mercurius",
    mark: `{"data":{"visaRequest":{`,
    makeRequests: ({ owners }) =>
      owners.map((owner) =>
        ask(owner, "visaRequestDetails", ownRequest, { visaRequestId: owner.visaRequestId }),
      ),
  },
  {
    name: "create",
    title: "createVisaRequest, durable",
    contestants: [...rowServers, "sqlite"],
    peer: "mercurius",
    mark: `"userErrors":[]`,
    isWrite: true,
    makeRequests: ({ starters, visaId }) =>
      starters.map((one) => ask(one, "createVisaRequest", createRequest, { input: { visaId } })),
  },
  {
    name: "rest",
    title: "REST getbycountry",
    contestants: ["raw", "product", "fastify", "apollo"],
    peer: "fastify",
    mark: `"visaCountryId"`,
    makeRequests: ({ addresses }) =>
      addresses.map((from) => get(from, "/api/visa/getbycountry?countryurl=bahrain")),
  },
  {
    name: "home-html",
    title: "`/` as HTML, brotli",
    contestants: ["raw", "product"],
    mark: "content-encoding: br",
    makeRequests: ({ addresses }) => addresses.map((from) => get(from, "/", browser)),
  },
  {
    name: "visa-html",
    title: "`/visa/…` as HTML, brotli",
    contestants: ["raw", "product"],
    mark: "content-encoding: br",
    makeRequests: ({ addresses, visaUrl }) => addresses.map((from) => get(from, `/visa/${visaUrl}`, browser)),
  },
];

const browser = { accept: "text/html", "accept-encoding": "br" };

/** Returns the operation as the client sends it: with its fragments and with `__typename`. */
export function readOperation(name: string): string {
  return print(addTypenameToDocument(onlyOperation(clientDocuments, name)));
}

function onlyOperation({ kind, definitions }: DocumentNode, name: string): DocumentNode {
  const kept = definitions.filter(
    (one) => one.kind === Kind.OPERATION_DEFINITION && one.name?.value === name,
  );
  if (kept.length === 0) throw new Error(`The client has no operation ${name}`);
  // The loop also visits the fragments that are pushed while it runs, so nested fragments are included.
  for (const definition of kept)
    visit(definition, {
      FragmentSpread(spread) {
        const fragment = definitions.find(
          (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === spread.name.value,
        );
        if (fragment && !kept.includes(fragment)) kept.push(fragment);
      },
    });
  return { kind, definitions: kept };
}

/** Builds a request like the client's; `from` is a visitor's address or a signed-in user. */
export function ask(
  from: string | SignedIn,
  operationName: string,
  query: string,
  variables: object,
): HttpRequest {
  return {
    method: "POST",
    path: "/graphql",
    headers: {
      ...forwarded(from),
      accept: "application/graphql-response+json, application/json",
      "content-type": "application/json",
    },
    body: JSON.stringify({ operationName, query, variables }),
  };
}

function get(from: string, path: string, headers: HttpRequest["headers"] = {}): HttpRequest {
  return { method: "GET", path, headers: { ...forwarded(from), ...headers } };
}

function forwarded(from: string | SignedIn): Record<string, string> {
  return typeof from === "string"
    ? { "x-forwarded-for": from }
    : { "x-forwarded-for": from.address, authorization: `Bearer ${from.token}` };
}
