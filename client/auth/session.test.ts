import { beforeEach, describe, expect, jest, test } from "@jest/globals";

class MemoryStorage {
  private readonly items = new Map<string, string>();
  get length() {
    return this.items.size;
  }
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.items.set(key, value);
  removeItem = (key: string) => void this.items.delete(key);
  clear = () => this.items.clear();
  keys = () => [...this.items.keys()].sort();
}

const local = new MemoryStorage();
const tab = new MemoryStorage();
const events = new EventTarget();
Object.assign(globalThis, { localStorage: local, sessionStorage: tab, window: events });

const { expireSession, getSession, isSessionExpired, onSessionEnd, subscribeSession } =
  await import("./session");
const { endSession, startSession } = await import("./sessionChange");

const asha = { userId: "u-1", email: "asha@example.com", mobile: "+919876543210", userToken: "token" };
const forget = jest.fn();
onSessionEnd(forget);

beforeEach(() => {
  endSession();
  forget.mockClear();
});

describe("login", () => {
  test("is stored under its four keys", () => {
    startSession(asha);
    expect(local.keys()).toEqual(["email", "mobile", "userId", "userToken"]);
    expect(getSession()).toEqual(asha);
  });

  test("is the same object until it changes", () => {
    startSession(asha);
    expect(getSession()).toBe(getSession());
  });

  test("by another user clears the first user's data", () => {
    startSession(asha);
    expireSession();
    startSession({ ...asha, userId: "u-2" });
    expect(forget).toHaveBeenCalledTimes(1);
  });

  test("in another tab notifies listeners", () => {
    const listener = jest.fn();
    const stop = subscribeSession(listener);
    Object.entries(asha).forEach(([key, value]) => local.setItem(key, value));
    events.dispatchEvent(Object.assign(new Event("storage"), { key: "userId" }));
    expect(listener).toHaveBeenCalled();
    expect(getSession()?.userId).toBe("u-1");
    stop();
  });
});

test("logout empties all storage and the cache", () => {
  startSession(asha);
  local.setItem("other", "x");
  tab.setItem("applyIntent", "x");
  endSession();
  expect([local.length, tab.length]).toEqual([0, 0]);
  expect(getSession()).toBeUndefined();
  expect(isSessionExpired()).toBe(false);
  expect(forget).toHaveBeenCalledTimes(1);
});

test("an expired session removes only the login's own keys", () => {
  startSession(asha);
  tab.setItem("applyIntent", "x");
  expireSession();
  expect(getSession()).toBeUndefined();
  expect(isSessionExpired()).toBe(true);
  expect(tab.length).toBe(1);
  expect(forget).not.toHaveBeenCalled();
});
