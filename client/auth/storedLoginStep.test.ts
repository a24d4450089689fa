import { expect, test } from "@jest/globals";

const makeStorage = () => {
  const items = new Map([["deviceToken", "of the live world"]]);
  const getItem = (key: string) => items.get(key) ?? null;
  return { items, getItem, setItem: (key: string, value: string) => void items.set(key, value) };
};
const local = makeStorage();
const tab = makeStorage();
const location = { pathname: "/test/about" };
Object.assign(globalThis, { location, localStorage: local, sessionStorage: tab });

const { findDeviceToken, keepDeviceToken, sentNow, storeLoginStep } = await import("./storedLoginStep");

test("the test world has a device token and a login step of its own", () => {
  expect(findDeviceToken()).toBeUndefined();
  keepDeviceToken("of the test world");
  storeLoginStep({ ...sentNow("+919999912345"), isOpen: true });
  expect(local.items.get("deviceToken")).toBe("of the live world");
  expect(findDeviceToken()).toBe("of the test world");
  expect([...tab.items.keys()]).toEqual(["deviceToken", "test-loginStep"]);
});
