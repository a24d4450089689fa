/** The data folder for all measurements, and the users that send requests. */
import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SessionTokens } from "../platform/adapters/jwt/sessionTokens";
import { SqliteDatabase } from "../platform/db/sqlite/SqliteDatabase";
import { SessionEntity } from "../modules/auth/auth.entity";
import { StaffMemberEntity } from "../modules/staff/staff.entity";
import { UserEntity } from "../modules/user/user.entity";
import { makeUser } from "../app/commands/generatedRows";
import { findFreePort, runToEnd, startServer } from "./processes";
import { productCommand, productServer, secrets } from "./product";
import { entities } from "../app/entities";

/** A traveller with a session. */
export interface SignedIn {
  token: string;
  address: string;
}

export interface BenchData {
  /** The data folder; copied for each start. */
  folder: string;
  /** IP addresses of visitors, all different because of the rate limits per address. */
  addresses: readonly string[];
  /** Users who view their application. */
  owners: readonly (SignedIn & { visaRequestId: string })[];
  /** Users without an application, who create applications during the load. */
  starters: readonly SignedIn[];
  visaId: string;
  visaUrl: string;
}

/** Number of `starters` whom `addStaff` turns into staff members. */
const staffCount = 40;
const visitorCount = 2_000;
const ownerCount = 5_000;
/** Many, because each user may start only 20 applications. */
const starterCount = 6_000;
const lifeMs = 24 * 60 * 60 * 1000;
const rowsInStatement = 500;

/**
 * Creates the folder: the product's first start writes the catalogue, and its command generates the applications. Then
 * adds the users.
 */
export async function makeData(parent: string, requests: number): Promise<BenchData> {
  const folder = join(parent, "base");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const port = await findFreePort();
  await (await startServer(productServer(folder, port), port)).stop();
  await runToEnd(productCommand("generateRequests", folder, String(requests)));
  const db = await SqliteDatabase.open(join(folder, "portal.sqlite"), entities);
  try {
    return { folder, addresses: addresses(visitorCount), ...(await addPeople(db)) };
  } finally {
    await db.close();
  }
}

/** Copies the folder for one start, so that servers do not see each other's data; `free` removes the copy. */
export function copyData({ folder }: BenchData, to: string): { folder: string; free(): void } {
  const remove = () => rmSync(to, { recursive: true, force: true });
  remove();
  cpSync(folder, to, { recursive: true });
  return { folder: to, free: remove };
}

async function addPeople(db: SqliteDatabase): Promise<Omit<BenchData, "folder" | "addresses">> {
  const now = new Date();
  const owned = await db.read.query<{ userId: string; visaRequestId: string }[]>(
    `SELECT "userId", "visaRequestId" FROM visa_request
     WHERE "userId" NOT IN (SELECT u."userId" FROM user_account u JOIN staff_member s ON s."phoneNumber" = u."phoneNumber")
     ORDER BY "visaRequestId" LIMIT ?`,
    [ownerCount],
  );
  // Inserts users with phone numbers that no generated user has.
  const users = Array.from({ length: starterCount }, (_, index) => ({
    ...makeUser(index, now),
    phoneNumber: starterPhone(index),
  }));
  const sessions = [...owned, ...users].map(({ userId }) => makeSession(userId, now));
  await db.write(async (transaction) => {
    for (const some of toChunks(users)) await transaction.insert(UserEntity, some);
    for (const some of toChunks(sessions)) await transaction.insert(SessionEntity, some);
  });
  const tokens = new SessionTokens(secrets.jwtSecret);
  const from = addresses(sessions.length);
  const people = sessions.map((session, index) => ({
    token: tokens.sign(session, { issuedAt: now, expiresAt: new Date(session.expiresAt) }),
    address: from[index]!,
  }));
  const [visa] = await db.read.query<{ visaId: string; visaUrl: string }[]>(
    `SELECT visa."visaId", visa."visaUrl" FROM visa JOIN visa_country USING ("visaCountryId")
     WHERE "countryUrl" = 'bahrain' AND visa."isActive" ORDER BY "visaUrl" LIMIT 1`,
  );
  return {
    owners: owned.map(({ visaRequestId }, index) => ({ ...people[index]!, visaRequestId })),
    starters: people.slice(owned.length),
    ...visa!,
  };
}

/** Makes staff members of some users who start applications; their sessions remain valid. */
export async function addStaff({ folder, starters }: BenchData): Promise<SignedIn[]> {
  const db = await SqliteDatabase.open(join(folder, "portal.sqlite"), entities);
  const addedAt = new Date().toISOString();
  const members = Array.from({ length: staffCount }, (_, index) => ({
    staffMemberId: randomUUID(),
    phoneNumber: starterPhone(index),
    source: "COMMAND" as const,
    addedAt,
  }));
  try {
    await db.write((transaction) => transaction.insert(StaffMemberEntity, members));
  } finally {
    await db.close();
  }
  return starters.slice(0, staffCount);
}

function starterPhone(index: number): string {
  return `+9161${String(index).padStart(8, "0")}`;
}

function makeSession(userId: string, now: Date): SessionEntity {
  const at = now.toISOString();
  return {
    sessionId: randomUUID(),
    userId,
    createdAt: at,
    expiresAt: new Date(now.getTime() + lifeMs).toISOString(),
    lastUsedAt: at,
    device: "",
    endedAt: null,
    secondFactorAt: null,
  };
}

/** Returns IP addresses of a private network. */
function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `10.1.${index >> 8}.${index & 255}`);
}

function toChunks<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsInStatement) }, (_, part) =>
    rows.slice(part * rowsInStatement, (part + 1) * rowsInStatement),
  );
}
