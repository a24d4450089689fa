import { makeExecutableSchema } from "@graphql-tools/schema";
import { expect, test } from "@jest/globals";
import { parse, validate } from "graphql";
import { readSdl } from "../platform/graphql/sdl";
import type { BenchData } from "./data";
import { workloads, type HttpRequest } from "./workloads";

const somebody = { token: "a.b.c", address: "10.1.0.1" };
const data: BenchData = {
  folder: "",
  addresses: ["10.1.0.1", "10.1.0.2"],
  owners: [{ ...somebody, visaRequestId: "an id" }],
  starters: [somebody],
  visaId: "an id",
  visaUrl: "a-visa",
};

test("every operation is valid against the schema", () => {
  const schema = makeExecutableSchema({ typeDefs: readSdl("schema") });
  const asked = workloads.flatMap((workload) => workload.makeRequests(data));
  const queries = asked.flatMap(({ body }) => (body ? [(JSON.parse(body) as { query: string }).query] : []));
  expect(queries.length).toBeGreaterThan(4);
  for (const query of queries) expect(validate(schema, parse(query))).toEqual([]);
});

test("each visitor and traveller has a separate address, and each traveller a token", () => {
  const headersOf = (name: string): HttpRequest["headers"][] =>
    workloads
      .find((one) => one.name === name)!
      .makeRequests(data)
      .map(({ headers }) => headers);
  expect(headersOf("rest")).toEqual(data.addresses.map((address) => ({ "x-forwarded-for": address })));
  expect(headersOf("own-request")).toEqual([
    expect.objectContaining({ "x-forwarded-for": "10.1.0.1", authorization: "Bearer a.b.c" }),
  ]);
});
