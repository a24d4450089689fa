import { expect, jest, test } from "@jest/globals";
import { type AskPublic, PublicData, toKey } from "./PublicData";

const question = { operationName: "visas", query: "query visas { visas }", variables: {} };
const key = toKey(question);

test("a failure is forgotten once no component shows it", async () => {
  const failure = new Error("Network Error");
  const data = new PublicData(() => Promise.reject(failure));
  const stops = [data.watch(key, () => undefined), data.watch(key, jest.fn())];
  await data.load(question);
  stops[0]!();
  expect(data.read(key)).toEqual({ error: failure });
  stops[1]!();
  expect(data.read(key)).toEqual({});
});

test("a failure after its last component is gone is forgotten by the next one", async () => {
  const data = new PublicData(() => Promise.reject(new Error("Network Error")));
  const stop = data.watch(key, () => undefined);
  const loaded = data.load(question);
  stop();
  await loaded;
  data.watch(key, () => undefined);
  expect(data.read(key)).toEqual({});
});

test("a result is cached after its last component is gone", async () => {
  const ask = jest.fn<AskPublic>().mockResolvedValue({ visas: [] });
  const data = new PublicData(ask);
  const stop = data.watch(key, () => undefined);
  await data.load(question);
  stop();
  expect(data.read(key)).toEqual({ data: { visas: [] } });
});
