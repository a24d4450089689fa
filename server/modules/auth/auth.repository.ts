import { In, IsNull, MoreThan, Not, type EntityManager } from "typeorm";
import { toInsert, type Change } from "../../platform/db/changes";
import { removeBy, updateWhere } from "../../platform/db/entityQueries";
import { findRow, queryRows, type RowSource } from "../../platform/db/rowSource";
import type { UserEntity } from "../user/user.entity";
import { KnownDeviceEntity, LoginCodeEntity, SessionEntity } from "./auth.entity";
import type { CodeAttempts } from "./codeAttempts.rules";
import { maxKnownDevices, type SentCode } from "./loginCode.rules";
import { daySeconds, hourSeconds, toRange } from "./smsBudget.rules";

/** Codes sent in the last day, to one number and to all numbers. */
export interface SentCodes {
  /** Codes sent to the number in the last day. */
  own: SentCode[];
  hour: { count: number; first: Date | undefined };
  day: { count: number; first: Date | undefined };
  /**
   * The number of other phone numbers in the same range that received codes in the last hour. A number counts once more
   * for each index that has replaced it in some of its codes.
   */
  numbersOfRange: number;
}

/**
 * Keyed indexes of a number and of its range. They replace the number in its codes once no account has it any more.
 */
export interface NumberIndex {
  range: string;
  number: string;
}

const toIndexText = ({ range, number }: NumberIndex) => `${range}.${number}`;

/**
 * Reads all counts in one statement, because every request for a code needs them. `indexes` are those of the number
 * under each data key.
 */
export async function findSentCodes(
  source: RowSource,
  phoneNumber: string,
  { indexes, now }: { indexes: readonly NumberIndex[]; now: Date },
): Promise<SentCodes> {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();
  const [hour, day] = [ago(hourSeconds), ago(daySeconds)];
  const own = [phoneNumber, ...indexes.map(toIndexText)];
  const isOwn = `IN (${own.map(() => "?").join(", ")})`;
  // A slash sorts directly after the dot.
  const ranges = [
    toRange(phoneNumber),
    ...indexes.map(({ range }) => ({ from: `${range}.`, to: `${range}/` })),
  ];
  const inRange = ranges.map(() => `"phoneNumber" >= ? AND "phoneNumber" < ?`).join(" OR ");
  const rows = await queryRows<Record<"hour" | "day" | "numbersOfRange", number> & SentCodeRow>(
    source,
    `SELECT sent.*, own."createdAt", own."isOfDevice"
     FROM (SELECT count(*) AS day, min("createdAt") AS "firstOfDay",
         count(CASE WHEN "createdAt" > ? THEN 1 END) AS hour,
         min(CASE WHEN "createdAt" > ? THEN "createdAt" END) AS "firstOfHour",
         (SELECT count(DISTINCT "phoneNumber") FROM login_code WHERE "createdAt" > ? AND "phoneNumber" NOT ${isOwn}
           AND (${inRange})) AS "numbersOfRange"
       FROM login_code WHERE "createdAt" > ?) sent
     LEFT JOIN login_code own ON own."phoneNumber" ${isOwn} AND own."createdAt" > ?`,
    [hour, hour, hour, ...own, ...ranges.flatMap(({ from, to }) => [from, to]), day, ...own, day],
  );
  const [all] = rows;
  const toDate = (at: string | null) => (at ? new Date(at) : undefined);
  return {
    own: rows.flatMap(({ createdAt, isOfDevice }) =>
      createdAt ? [{ at: new Date(createdAt), isOfDevice: Boolean(isOfDevice) }] : [],
    ),
    hour: { count: all!.hour, first: toDate(all!.firstOfHour) },
    day: { count: all!.day, first: toDate(all!.firstOfDay) },
    numbersOfRange: all!.numbersOfRange,
  };
}

/** `createdAt` and `isOfDevice` are null if no code was sent to the number in the last day. */
type SentCodeRow = Record<"firstOfHour" | "firstOfDay" | "createdAt", string | null> & {
  isOfDevice: unknown;
};

export function toInsertOfCode({ triesFrom, isOfDevice, ...code }: LoginCodeEntity): Change {
  const columns = { triesFrom: JSON.stringify(triesFrom), isOfDevice: Number(isOfDevice) };
  return toInsert("login_code", { ...code, ...columns });
}

export async function voidCode(source: RowSource, phoneNumber: string, handleHash: string): Promise<void> {
  const sql = `UPDATE login_code SET state = 'VOID' WHERE "phoneNumber" = ? AND "handleHash" = ? AND state = 'OPEN'`;
  await queryRows(source, sql, [phoneNumber, handleHash]);
}

/** Voids the codes of a number, and replaces the number in them by its index. */
export async function anonymiseCodes(
  source: RowSource,
  phoneNumber: string,
  index: NumberIndex,
): Promise<void> {
  const sql = `UPDATE login_code SET state = 'VOID', "phoneNumber" = ? WHERE "phoneNumber" = ?`;
  await queryRows(source, sql, [toIndexText(index), phoneNumber]);
}

export async function removeCode(transaction: EntityManager, loginCodeId: string): Promise<void> {
  await transaction.delete(LoginCodeEntity, { loginCodeId });
}

export async function findCodeByHandle(
  source: RowSource,
  phoneNumber: string,
  handleHash: string,
): Promise<LoginCodeEntity | undefined> {
  const sql = `SELECT * FROM login_code WHERE "phoneNumber" = ? AND "handleHash" = ?`;
  return toCode(await findRow<CodeRow>(source, sql, [phoneNumber, handleHash]));
}

/**
 * Returns the code for an attempt without a challenge id: the newest open code that this network requested, otherwise
 * the newest code for the number. Codes older than a used one are not returned. A used code of this network must not
 * hide a newer one that another network requested.
 */
export async function findNewestCode(
  source: RowSource,
  phoneNumber: string,
  { askedFrom, now }: { askedFrom: string; now: Date },
): Promise<LoginCodeEntity | undefined> {
  const sql = `SELECT * FROM login_code WHERE "phoneNumber" = ?
    ORDER BY CASE WHEN "askedFrom" = ? AND state = 'OPEN' AND "expiresAt" > ? AND NOT EXISTS (
        SELECT 1 FROM login_code newer WHERE newer."phoneNumber" = login_code."phoneNumber"
          AND newer.state = 'USED' AND newer."createdAt" > login_code."createdAt") THEN 0 ELSE 1 END,
      "createdAt" DESC, "loginCodeId" DESC LIMIT 1`;
  return toCode(await findRow<CodeRow>(source, sql, [phoneNumber, askedFrom, now.toISOString()]));
}

type CodeRow = Omit<LoginCodeEntity, "triesFrom" | "isOfDevice"> & { triesFrom: string; isOfDevice: unknown };

function toCode(row: CodeRow | undefined): LoginCodeEntity | undefined {
  if (!row) return undefined;
  const triesFrom = JSON.parse(row.triesFrom) as LoginCodeEntity["triesFrom"];
  return { ...row, triesFrom, isOfDevice: Boolean(row.isOfDevice) };
}

export async function saveAttempts(
  source: RowSource,
  loginCodeId: string,
  { tries, triesFrom, state }: CodeAttempts & Pick<LoginCodeEntity, "state">,
): Promise<void> {
  const sql = `UPDATE login_code SET tries = ?, "triesFrom" = ?, state = ? WHERE "loginCodeId" = ?`;
  await queryRows(source, sql, [tries, JSON.stringify(triesFrom), state, loginCodeId]);
}

/** Uses up an open code. Returns false if it is no longer open. */
export async function useCode(source: RowSource, loginCodeId: string): Promise<boolean> {
  const sql = `UPDATE login_code SET state = 'USED' WHERE "loginCodeId" = ? AND state = 'OPEN' RETURNING 1 AS used`;
  return (await findRow(source, sql, [loginCodeId])) !== undefined;
}

/** Returns the account of a number, if it has one, and whether the number belongs to a staff member. */
export async function findAccount(
  source: RowSource,
  phoneNumber: string,
): Promise<{ user: UserEntity | undefined; isStaff: boolean }> {
  const sql = `SELECT user_account.*,
      (SELECT count(*) FROM staff_member WHERE "phoneNumber" = ?) AS "isStaff"
    FROM (SELECT 1) one LEFT JOIN user_account ON "phoneNumber" = ?`;
  const found = await findRow<UserEntity & { isStaff: number }>(source, sql, [phoneNumber, phoneNumber]);
  const { isStaff, ...user } = found!;
  return { user: (user.userId as string | null) === null ? undefined : user, isStaff: isStaff === 1 };
}

export const toInsertOfSession = (session: SessionEntity): Change => toInsert("session", session);

export async function findLiveSession(
  source: RowSource,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<SessionEntity | undefined> {
  const sql = `SELECT * FROM session WHERE "sessionId" = ? AND "userId" = ? AND "endedAt" IS NULL`;
  return findRow(source, sql, [sessionId, userId]);
}

export async function findSessionsByUser(
  db: EntityManager,
  userId: string,
  { limit, now }: { limit: number; now: Date },
): Promise<SessionEntity[]> {
  return db.find(SessionEntity, {
    where: { userId, endedAt: IsNull(), expiresAt: MoreThan(now.toISOString()) },
    order: { lastUsedAt: "DESC", createdAt: "DESC" },
    take: limit,
  });
}

const changeSessions = updateWhere(SessionEntity);

export const recordUses = (transaction: EntityManager, sessionIds: string[], at: Date) =>
  changeSessions(transaction, { sessionId: In(sessionIds) }, { lastUsedAt: at.toISOString() });

/** Ends a session of the user. Returns false if it does not exist or has already ended. */
export const endSession = (
  transaction: EntityManager,
  whose: { sessionId: string; userId: string },
  at: Date,
) => changeSessions(transaction, { ...whose, endedAt: IsNull() }, { endedAt: at.toISOString() });

/** Ends all open sessions of a user, except the one to keep. */
export const endSessions = (
  transaction: EntityManager,
  { userId, keep = "" }: { userId: string; keep?: string },
  at: Date,
) => {
  const isOpen = { userId, sessionId: Not(keep), endedAt: IsNull() };
  return changeSessions(transaction, isOpen, { endedAt: at.toISOString() });
};

export const recordSecondFactor = (transaction: EntityManager, sessionId: string, at: Date) =>
  changeSessions(transaction, { sessionId }, { secondFactorAt: at.toISOString() });

export async function isKnownDevice(source: RowSource, tokenHash: string): Promise<boolean> {
  const sql = `SELECT 1 FROM known_device WHERE "tokenHash" = ? LIMIT 1`;
  return (await findRow(source, sql, [tokenHash])) !== undefined;
}

export async function isDeviceOfPhone(
  source: RowSource,
  tokenHash: string,
  phoneNumber: string,
): Promise<boolean> {
  const sql = `SELECT 1 FROM known_device JOIN user_account USING ("userId")
    WHERE "tokenHash" = ? AND "phoneNumber" = ?`;
  return (await findRow(source, sql, [tokenHash, phoneNumber])) !== undefined;
}

/** Records a login on a device and removes the least recently used devices beyond `maxKnownDevices`. */
export function toDeviceChanges(device: KnownDeviceEntity): Change[] {
  const { userId, tokenHash } = device;
  const removal = `DELETE FROM known_device WHERE "userId" = ? AND "tokenHash" IN (
    SELECT "tokenHash" FROM known_device WHERE "userId" = ? AND "tokenHash" <> ?
    ORDER BY "lastLoginAt" DESC LIMIT 1000 OFFSET ?)`;
  return [
    { sql: removal, values: [userId, userId, tokenHash, maxKnownDevices - 1] },
    toInsert(
      "known_device",
      { ...device },
      { unlessThere: ["tokenHash", "userId"], update: ["lastLoginAt"] },
    ),
  ];
}

export const removeKnownDevices = removeBy(KnownDeviceEntity, "userId");
