import { beforeEach, expect, jest, test } from "@jest/globals";

const makeStorage = () => {
  const items = new Map<string, string>();
  return {
    items,
    clear: () => items.clear(),
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};
const tab = makeStorage();
Object.assign(globalThis, { localStorage: makeStorage(), sessionStorage: tab, window: new EventTarget() });

const { clearSession, storeSession } = await import("../../auth/session");
const { DraftWriter } = await import("./DraftWriter");

const asha = { userId: "u-1", email: "", mobile: "+919876543210", userToken: "token" };
const draft = { values: { firstName: "Asha" }, files: {} };
const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
const onWritten = jest.fn();
const makeWriter = () => new DraftWriter({ userId: "u-1", visaRequestId: "r-1" }, 1, onWritten);

beforeEach(() => {
  clearSession();
  jest.clearAllMocks();
});

test("a draft is not stored after its user has logged out", async () => {
  storeSession(asha);
  const writer = makeWriter();
  writer.schedule(draft, 60_000);
  clearSession();
  await writer.store();
  expect(onWritten).not.toHaveBeenCalled();
  // A logged-in user's draft would be stored if this environment had IndexedDB.
  storeSession(asha);
  writer.schedule(draft, 60_000);
  await writer.store();
  expect(onWritten).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledTimes(1);
});

test("text that was typed right before a logout is not kept in the tab", () => {
  storeSession(asha);
  const writer = makeWriter();
  writer.schedule(draft, 60_000);
  writer.leave();
  expect(tab.items.get("unwrittenDraft")).toContain("Asha");
  clearSession();
  writer.schedule(draft, 60_000);
  writer.leave();
  expect([...tab.items.keys()]).toEqual([]);
});
