/** Signs and checks the short link under which a person downloads what is kept about them. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../ports";
import { exportLinkSeconds } from "./account.rules";

/** Whose data, and the session that the link ends with. */
export interface ExportOwner {
  userId: string;
  sessionId: string;
}

const idPattern = /^[0-9a-f-]{36}$/;

export class ExportLinks {
  /** `secrets`: 32 bytes or more. The first signs, all are believed. */
  constructor(
    private readonly secrets: readonly Buffer[],
    private readonly clock: Clock,
  ) {
    if (secrets.length === 0 || secrets.some(({ length }) => length < 32))
      throw new Error("ExportLinks needs a secret of 32 bytes or more");
  }

  /** `/account/export?u=<user>&i=<session>&e=<unix seconds>&s=<signature>`. */
  sign({ userId, sessionId }: ExportOwner): { url: string; expiresAt: string } {
    const expires = this.now() + exportLinkSeconds;
    const [secret] = this.secrets;
    const signature = signatureOf(secret!, { userId, sessionId }, expires).toString("base64url");
    return {
      url: `/account/export?u=${userId}&i=${sessionId}&e=${expires}&s=${signature}`,
      expiresAt: new Date(expires * 1000).toISOString(),
    };
  }

  /** Whom the link was made for; undefined where it is forged, altered or over. */
  verify(query: Readonly<Record<string, unknown>>): ExportOwner | undefined {
    const { u: userId, i: sessionId, e: expires, s: signature } = query;
    if (typeof userId !== "string" || typeof sessionId !== "string") return undefined;
    if (typeof expires !== "string" || typeof signature !== "string") return undefined;
    if (!idPattern.test(userId) || !idPattern.test(sessionId)) return undefined;
    if (!/^[1-9][0-9]{0,11}$/.test(expires) || !/^[A-Za-z0-9_-]{43}$/.test(signature)) return undefined;

    const given = Buffer.from(signature, "base64url");
    const isOurs = this.secrets
      .map((secret) => timingSafeEqual(given, signatureOf(secret, { userId, sessionId }, Number(expires))))
      .includes(true);
    if (!isOurs) return undefined;
    const secondsLeft = Number(expires) - this.now();
    // More than the whole life means that the clock was set back since.
    return secondsLeft > 0 && secondsLeft <= exportLinkSeconds ? { userId, sessionId } : undefined;
  }

  private now(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}

function signatureOf(secret: Buffer, { userId, sessionId }: ExportOwner, expires: number): Buffer {
  const text = `account-export|${userId}|${sessionId}|${expires}`;
  return createHmac("sha256", secret).update(text).digest();
}
