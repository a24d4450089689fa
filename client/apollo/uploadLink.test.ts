import { ApolloLink } from "@apollo/client/link";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { ApolloClient, gql, InMemoryCache } from "@apollo/client";
import { readResponse } from "../transport/sendJson";
import { uploadLink } from "./uploadLink";

const client = () =>
  new ApolloClient({
    link: ApolloLink.from([uploadLink("http://visaport.test/graphql")]),
    cache: new InMemoryCache(),
  });
const siteInfo = gql("query siteInfo { siteInfo { brand } }");
const realFetch = globalThis.fetch;
const answerWith = (fetch: typeof globalThis.fetch) => (globalThis.fetch = fetch);

afterEach(() => {
  globalThis.fetch = realFetch;
});

describe("a response", () => {
  test("with GraphQL errors is parsed even if its status is 400", () => {
    expect(readResponse({ status: 400, text: '{"errors":[{"message":"no"}]}' })).toEqual({
      errors: [{ message: "no" }],
    });
  });

  test("that is not GraphQL fails with an error that states the status", () => {
    expect(() => readResponse({ status: 502, text: "<html>" })).toThrow(
      "Request failed with status code 502",
    );
    expect(() => readResponse({ status: 413, text: "{}" })).toThrow("Request failed with status code 413");
  });
});

describe("a query", () => {
  test("is sent as JSON", async () => {
    const fetch = jest.fn<typeof globalThis.fetch>();
    fetch.mockResolvedValue(
      new Response('{"data":{"siteInfo":{"__typename":"SiteInfo","brand":"Visaport"}}}'),
    );
    answerWith(fetch);
    const { data } = await client().query<{ siteInfo: { brand: string } }>({ query: siteInfo });
    expect(data?.siteInfo.brand).toBe("Visaport");
    const sent = JSON.parse(fetch.mock.calls[0]?.[1]?.body as string) as { operationName: string };
    expect(sent.operationName).toBe("siteInfo");
  });

  test("fails with Network Error if the server is unreachable", async () => {
    answerWith(() => Promise.reject(new TypeError("Failed to fetch")));
    await expect(client().query({ query: siteInfo })).rejects.toThrow("Network Error");
  });

  test("fails with Request aborted if the caller aborts it", async () => {
    answerWith(
      (_, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))),
        ),
    );
    const aborter = new AbortController();
    const asked = client().query({ query: siteInfo, context: { signal: aborter.signal } });
    setTimeout(() => aborter.abort(), 10);
    await expect(asked).rejects.toThrow("Request aborted");
  });

  test("times out after 20 seconds", async () => {
    jest.useFakeTimers();
    answerWith(
      (_, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener("abort", () => reject(new Error("aborted"))),
        ),
    );
    const asked = client().query({ query: siteInfo });
    const refused = expect(asked).rejects.toThrow("timeout of 20000 ms exceeded");
    await jest.advanceTimersByTimeAsync(20_000);
    await refused;
    jest.useRealTimers();
  });
});
