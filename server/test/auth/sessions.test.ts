import { describe, expect, test } from "@jest/globals";
import { callGraphql } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { editDatabase } from "../kit/data/editDatabase";
import { topLevelErrorCodes } from "../kit/wire/outcomes";
import { readTables } from "../kit/data/readTables";
import { poll } from "../kit/poll";
import { RunningServer } from "../kit/server/runningServer";
import { signInStaff } from "../kit/personas/staff";
import { newPhoneNumber, signIn, type Traveller } from "../kit/personas/traveller";

const server = RunningServer.shared();

const isIn = async (who: Traveller) => (await who.call(documents.me)).data.me !== null;
const listOf = async (who: Traveller) => (await who.call(documents.mySessions)).data.mySessions;
const idOf = async (who: Traveller) => (await listOf(who)).find(({ isThis }) => isThis)!.sessionId;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000).toISOString();

/** Backdates the session's start and last use to this many hours ago. */
async function letPass(sessionId: string, hours: { begun?: number; used?: number }): Promise<void> {
  const { begun = 0, used = 0 } = hours;
  await editDatabase(
    server,
    `UPDATE session SET "createdAt" = ?, "lastUsedAt" = ?, "expiresAt" = ? WHERE "sessionId" = ?`,
    [hoursAgo(begun), hoursAgo(used), hoursAgo(begun - 30 * 24), sessionId],
  );
}

describe("a session", () => {
  test("expires 30 days after it began, even if it is used, and not before", async () => {
    const traveller = await signIn(server);
    const sessionId = await idOf(traveller);
    await letPass(sessionId, { begun: 30 * 24 - 1, used: 30 * 24 - 1 });
    expect(await isIn(traveller)).toBe(true);
    await letPass(sessionId, { begun: 30 * 24 });
    expect(await isIn(traveller)).toBe(false);
    expect(topLevelErrorCodes(await traveller.call(documents.logout))).toEqual(["UNAUTHENTICATED"]);
    const other = await signIn(server, traveller.phoneNumber);
    expect((await listOf(other)).map((one) => one.sessionId)).not.toContain(sessionId);
  });

  test("of a staff member expires twelve hours after it began, but a traveller's session does not", async () => {
    const [member, traveller] = [await signInStaff(server), await signIn(server)];
    for (const who of [member, traveller]) await letPass(await idOf(who), { begun: 11.9 });
    expect([await isIn(member), await isIn(traveller)]).toEqual([true, true]);
    for (const who of [member, traveller]) await letPass(await idOf(who), { begun: 12 });
    expect([await isIn(member), await isIn(traveller)]).toEqual([false, true]);
  });

  test("is shortened if its user becomes staff, and a new session of a staff member lasts twelve hours", async () => {
    const phoneNumber = newPhoneNumber();
    const before = await signIn(server, phoneNumber);
    const earlier = await idOf(before);
    await letPass(earlier, { begun: 13 });
    expect(await isIn(before)).toBe(true);
    const member = await signInStaff(server, phoneNumber);
    expect(await isIn(before)).toBe(false);
    expect((await listOf(member)).map(({ sessionId }) => sessionId)).not.toContain(earlier);
    const { session } = await readTables(server, ["session"]);
    const own = await idOf(member);
    const { createdAt, expiresAt } = session.find(({ sessionId }) => sessionId === own)!;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(12 * 60 * 60 * 1000);
  });

  test("updates its time of last use at most once an hour", async () => {
    const traveller = await signIn(server);
    const sessionId = await idOf(traveller);
    const lastUsed = async () => (await listOf(traveller))[0].lastUsedAt;
    await letPass(sessionId, { begun: 48, used: 48 });
    await traveller.call(documents.me);
    await poll(async () => expect(Date.parse(await lastUsed())).toBeGreaterThan(Date.now() - 60_000));
    await letPass(sessionId, { begun: 48, used: 0.5 });
    const before = await lastUsed();
    await traveller.call(documents.me);
    await traveller.do(documents.updateProfile, { name: "Asha" });
    expect(await lastUsed()).toBe(before);
  });
});

describe("the list of sessions", () => {
  test("shows each session's device, start and last use, and which session is current", async () => {
    const phone = await signIn(server);
    const { phoneNumber } = phone;
    const pixel =
      "Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";
    const withPixel = new RunningServer(
      server.dataDir,
      server.url,
      {},
      { ...server.headers, "user-agent": pixel },
    );
    const laptop = await signIn(withPixel, phoneNumber);
    await letPass(await idOf(phone), { begun: 5, used: 0.5 });
    expect(await listOf(laptop)).toEqual([
      {
        sessionId: expect.any(String),
        device: "Chrome on Android",
        startedAt: expect.any(String),
        lastUsedAt: expect.any(String),
        isThis: true,
      },
      expect.objectContaining({ device: null, isThis: false }),
    ]);
    expect((await listOf(await signIn(server))).length).toBe(1);
  });

  test("lets the user end a single session immediately", async () => {
    const phone = await signIn(server);
    const laptop = await signIn(server, phone.phoneNumber);
    const sessionId = await idOf(laptop);
    expect(await phone.do(documents.endSession, { sessionId })).toBe(true);
    expect([await isIn(phone), await isIn(laptop)]).toEqual([true, false]);
    expect(topLevelErrorCodes(await phone.call(documents.endSession, { input: { sessionId } }))).toEqual([
      "NOT_FOUND",
    ]);
  });

  test("does not let another user end a session, and is rejected for visitors", async () => {
    const [traveller, stranger] = [await signIn(server), await signIn(server)];
    const sessionId = await idOf(traveller);
    expect(topLevelErrorCodes(await stranger.call(documents.endSession, { input: { sessionId } }))).toEqual([
      "NOT_FOUND",
    ]);
    expect(await isIn(traveller)).toBe(true);
    expect(topLevelErrorCodes(await callGraphql(server, documents.mySessions))).toEqual(["UNAUTHENTICATED"]);
  });
});
