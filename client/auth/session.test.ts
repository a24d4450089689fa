import { gql } from "@apollo/client";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

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

const {
  expireSession,
  findFormerUserId,
  getSession,
  isCurrentUser,
  isSessionExpired,
  onSessionEnd,
  onSessionExpired,
  onSessionResumed,
  subscribeSession,
} = await import("./session");
const { endSession, startSession } = await import("./sessionChange");
const { client } = await import("./apolloClient");

const asha = { userId: "u-1", email: "asha@example.com", mobile: "+919876543210", userToken: "token" };
const forget = jest.fn();
const askForLogin = jest.fn();
const resume = jest.fn();
onSessionEnd(forget);
onSessionExpired(askForLogin);
onSessionResumed(resume);

beforeEach(() => {
  endSession();
  jest.clearAllMocks();
});

describe("a login", () => {
  test("is stored under four keys", () => {
    startSession(asha);
    expect(local.keys()).toEqual(["email", "mobile", "userId", "userToken"]);
    expect(getSession()).toEqual(asha);
  });

  test("is returned as the same object until it changes", () => {
    startSession(asha);
    expect(getSession()).toBe(getSession());
  });

  test("by another user clears the first user's data", () => {
    startSession(asha);
    expireSession();
    startSession({ ...asha, userId: "u-2" });
    expect(forget).toHaveBeenCalledTimes(1);
  });

  test("removes another user's unwritten text from the tab, but not the user's own", () => {
    const text = JSON.stringify({ name: "draft:u-1:request-1" });
    tab.setItem("unwrittenDraft", text);
    startSession(asha);
    expect(tab.getItem("unwrittenDraft")).toBe(text);
    expireSession();
    startSession({ ...asha, userId: "u-2" });
    expect(tab.getItem("unwrittenDraft")).toBeNull();
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

test("logout empties localStorage and sessionStorage, and clears the user's data", () => {
  startSession(asha);
  local.setItem("other", "x");
  tab.setItem("applyIntent", "x");
  endSession();
  expect([local.length, tab.length]).toEqual([0, 0]);
  expect(getSession()).toBeUndefined();
  expect(isSessionExpired()).toBe(false);
  expect(forget).toHaveBeenCalledTimes(1);
});

test("the user who has logged out is remembered until another user logs in", () => {
  for (const userId of ["u-1", "u-2"]) {
    startSession({ ...asha, userId });
    getSession();
    endSession();
    getSession();
    expect(findFormerUserId()).toBe(userId);
  }
});

test("an expired session removes only its own keys from storage", () => {
  startSession(asha);
  tab.setItem("applyIntent", "x");
  expireSession();
  expect(getSession()).toBeUndefined();
  expect(isSessionExpired()).toBe(true);
  expect(tab.length).toBe(1);
  expect(forget).not.toHaveBeenCalled();
  startSession(asha);
  expect(local.keys()).toEqual(["email", "mobile", "userId", "userToken"]);
});

describe("a call that the server rejects as unauthenticated", () => {
  const realFetch = globalThis.fetch;
  let respond: () => void;
  let call: Promise<unknown>;
  /** Sends a call whose response is held until `respond`. */
  const send = () =>
    new Promise<void>((onSent) => {
      const released = new Promise<void>((resolve) => (respond = resolve));
      globalThis.fetch = async () => {
        onSent();
        await released;
        return Response.json({ errors: [{ message: "Log in", extensions: { code: "UNAUTHENTICATED" } }] });
      };
      call = client.mutate({ mutation: gql("mutation leave { leave }") });
    });
  const end = async () => {
    respond();
    await expect(call).rejects.toThrow("Log in");
  };
  afterEach(() => {
    globalThis.fetch = realFetch;
  });

  test("ends the session that it was sent with", async () => {
    startSession(asha);
    await send();
    await end();
    expect(isSessionExpired()).toBe(true);
    expect(askForLogin).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["no session", undefined],
    ["an older session", { ...asha, userToken: "older token" }],
  ])("sent with %s does not end a session that began later", async (_how, before) => {
    if (before) startSession(before);
    await send();
    startSession(asha);
    await end();
    expect(getSession()).toEqual(asha);
    expect(askForLogin).not.toHaveBeenCalled();
  });

  test("opens the login if there is no session", async () => {
    await send();
    await end();
    expect(askForLogin).toHaveBeenCalledTimes(1);
  });
});

describe("another tab", () => {
  let stop: () => void;
  beforeEach(() => {
    startSession(asha);
    stop = subscribeSession(() => undefined);
  });
  afterEach(() => stop());

  /** Dispatches the `storage` event that the browser sends to all tabs except the one that made the change. */
  const report = (key: string | null) => events.dispatchEvent(Object.assign(new Event("storage"), { key }));
  const write = (key: string, value: string | undefined) => {
    if (value === undefined) local.removeItem(key);
    else local.setItem(key, value);
    report(key);
  };
  const clear = () => {
    local.clear();
    report(null);
  };
  const expireThere = () => {
    write("sessionExpired", "1");
    for (const key of ["userToken", "mobile", "email", "userId"]) write(key, undefined);
  };
  const logInThere = (session: typeof asha) => {
    const { userToken, mobile, email, userId } = session;
    Object.entries({ userToken, mobile, email, userId }).forEach(([key, value]) => write(key, value));
    write("sessionExpired", undefined);
  };
  const calls = () => [forget, askForLogin, resume].map(({ mock }) => mock.calls.length);

  test("whose session expires does not clear this tab's data, and a login there logs this tab in again", () => {
    expireThere();
    expect(isSessionExpired()).toBe(true);
    expect(isCurrentUser(asha.userId)).toBe(true);
    expect(calls()).toEqual([0, 1, 0]);
    logInThere(asha);
    expect(isSessionExpired()).toBe(false);
    expect(getSession()).toEqual(asha);
    expect(calls()).toEqual([0, 1, 1]);
  });

  test("in which another user logs in clears the first user's data here", () => {
    expireThere();
    logInThere({ ...asha, userId: "u-2" });
    expect(isCurrentUser(asha.userId)).toBe(false);
    expect(calls()).toEqual([1, 1, 1]);
  });

  test("that logs out clears this tab's data, even if the session has expired", () => {
    tab.setItem("unwrittenDraft", JSON.stringify({ name: "draft:u-1:request-1" }));
    tab.setItem("payment:request-1", "x");
    clear();
    expect(tab.keys()).toEqual(["payment:request-1"]);
    expect(isSessionExpired()).toBe(false);
    expect(calls()).toEqual([1, 0, 0]);
    startSession(asha);
    expireThere();
    clear();
    expect(isSessionExpired()).toBe(false);
    expect(isCurrentUser(asha.userId)).toBe(false);
    expect(calls()).toEqual([2, 1, 0]);
  });
});
