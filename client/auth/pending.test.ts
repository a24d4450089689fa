import { expect, test } from "@jest/globals";

const intent = { visaId: "v-1", travelDate: "2027-01-02", idempotencyKey: "k-1" };
const items = new Map([["applyIntent", JSON.stringify(intent)]]);
const sessionStorage = {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
  removeItem: (key: string) => void items.delete(key),
};
Object.assign(globalThis, { location: { pathname: "/test/about" }, sessionStorage });

const { dropApplyIntent, findApplyIntent, saveApplyIntent } = await import("./pending");

test("interrupted actions are stored separately for each world", () => {
  expect(findApplyIntent("v-1")).toBeUndefined();
  saveApplyIntent({ ...intent, idempotencyKey: "k-2" });
  expect(findApplyIntent("v-1")?.idempotencyKey).toBe("k-2");
  dropApplyIntent();
  expect([...items.keys()]).toEqual(["applyIntent"]);
});
