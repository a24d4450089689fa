import type { Attack } from "./attack";
import { from, storeBody, type AttackRows, type AttackScene } from "./scene";

/** Attacks on the response cache, with cached responses and with responses that would fill it. */
export const cacheAttacks: AttackRows = {
  "pipelined pages that are not read": async () =>
    [1, 2, 3, 4].map((number) => pipelining(`127.0.2.${number}`, 400, { depth: 1_500, reads: false })),
  "pipelined pages that are read": async () => [pipelining(from, 16, { depth: 1_000, reads: true })],
  "eight pipelined pages on each of 480 connections": async () => [
    pipelining(from, 480, { depth: 8, reads: true }),
  ],
  "an operation with a new comment each time": async (scene) => [
    await asking(scene, `{ countries { name visas { visaName stayPeriod } } } #{any}`),
  ],
  "an operation with a new alias each time": async (scene) => [
    await asking(scene, `{ {any}: countries { name visas { visaName stayPeriod } } }`),
  ],
  "operations that are sent twice each": async (scene) => [
    await asking(scene, `{ countries { name visas { visaName stayPeriod } } } #{pair}`),
  ],
  "a REST path with a new parameter each time": async () => [getting("/api/visa/getall?x={any}")],
  "the sitemap with a new parameter each time": async () => [getting("/sitemap.xml?x={any}")],
  "the public schema with a new parameter each time": async () => [
    getting("/developers/schema.graphql?x={any}"),
  ],
  "a page for developers with a new parameter each time": async () => [getting("/developers/errors?x={any}")],
};

const browser = { "accept-encoding": "gzip, deflate, br" };

const pipelining = (from: string, connections: number, how: Pick<Attack, "depth" | "reads">): Attack => ({
  way: "pipeline",
  connections,
  from,
  method: "GET",
  path: "/visas",
  ...how,
});

const getting = (path: string): Attack => ({
  way: "loop",
  connections: 16,
  from,
  method: "GET",
  path,
  headers: browser,
});

async function asking(scene: AttackScene, query: string): Promise<Attack> {
  const bodyFile = await storeBody(scene, "operation.json", JSON.stringify({ query }));
  const headers = { ...browser, "content-type": "application/json" };
  return { way: "loop", connections: 16, from, method: "POST", path: "/graphql", headers, bodyFile };
}
