import { expect, test } from "@jest/globals";
import { ApolloClient, gql, InMemoryCache } from "@apollo/client";
import { ApolloLink } from "@apollo/client/link";
import { Subject } from "rxjs";
import { freshReads } from "./freshReads";

const count = gql("query count { count }");
const raise = gql("mutation raise { raise }");

/** Returns a client, the operations that it sends, and `respond`, which completes the operation at an index. */
function start() {
  const sent: { name: string | undefined; response: Subject<ApolloLink.Result> }[] = [];
  const server = new ApolloLink(({ operationName }) => {
    const response = new Subject<ApolloLink.Result>();
    sent.push({ name: operationName, response });
    return response;
  });
  const client = new ApolloClient({
    link: ApolloLink.from([freshReads(), server]),
    cache: new InMemoryCache(),
  });
  const respond = (at: number, data: Record<string, unknown>) => {
    sent[at]!.response.next({ data });
    sent[at]!.response.complete();
  };
  const names = () => sent.map(({ name }) => name);
  return { client, sent, respond, names };
}

test("a query is sent again if a mutation finishes before the query's response", async () => {
  const { client, respond, names } = start();
  const reading = client.query({ query: count });
  const changing = client.mutate({ mutation: raise });
  respond(1, { raise: 2 });
  await changing;
  const reloading = client.query({ query: count, fetchPolicy: "network-only" });
  respond(0, { count: 1 });
  respond(2, { count: 2 });
  expect((await reading).data).toEqual({ count: 2 });
  expect((await reloading).data).toEqual({ count: 2 });
  expect(names()).toEqual(["count", "raise", "count"]);
});

test("a query is sent again after a failed mutation, which may have taken effect", async () => {
  const { client, sent, respond, names } = start();
  const reading = client.query({ query: count });
  const changing = client.mutate({ mutation: raise });
  sent[1]!.response.error(new TypeError("Failed to fetch"));
  await expect(changing).rejects.toThrow("Failed to fetch");
  respond(0, { count: 1 });
  respond(2, { count: 2 });
  expect((await reading).data).toEqual({ count: 2 });
  expect(names()).toEqual(["count", "raise", "count"]);
});

test("a query is sent once if its response arrives before the mutation's response", async () => {
  const { client, respond, names } = start();
  const reading = client.query({ query: count });
  const changing = client.mutate({ mutation: raise });
  respond(0, { count: 1 });
  expect((await reading).data).toEqual({ count: 1 });
  respond(1, { raise: 2 });
  await changing;
  expect(names()).toEqual(["count", "raise"]);
});
