/**
 * Identifies the viewer as the product does: checks the token's signature and times, then the row of its session.
 */
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import jwt from "jsonwebtoken";
import type { Session } from "../../core/principal";
import { hasLapsed } from "../../modules/auth/session.rules";
import type { RequestStore } from "./requestStore";

type Verify = (token: string) => Session | undefined;
type FindViewer = (authorization: string | undefined) => Promise<Session | undefined>;

export function findViewerBy(verify: Verify, store: Pick<RequestStore, "findSession">): FindViewer {
  return async (authorization) => {
    const token = /^Bearer +([\w.-]+) *$/i.exec(authorization ?? "")?.[1];
    const claims = token ? verify(token) : undefined;
    const session = claims && (await store.findSession(claims));
    return session && session.endedAt === null && !hasLapsed(session, new Date()) ? claims : undefined;
  };
}

const [issuer, audience] = ["visaport", "visaport-api"];

/** Verifies tokens as is usual: with `jsonwebtoken` and the secret as a string. */
export function verifyByLibrary(secret: string): Verify {
  return (token) => {
    const claims = jwt.verify(token, secret, { algorithms: ["HS256"], issuer, audience });
    return typeof claims === "string" ? undefined : toClaims(claims);
  };
}

/** The fastest way in Node: HS256 with a cached key. */
export function verifyByHand(secret: string): Verify {
  const key = createSecretKey(Buffer.from(secret));
  return (token) => {
    const [head = "", payload = "", signature = ""] = token.split(".");
    const expected = createHmac("sha256", key).update(`${head}.${payload}`).digest();
    const given = Buffer.from(signature, "base64url");
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const claims = decode(payload);
    const isOurs = decode(head)["alg"] === "HS256" && claims["iss"] === issuer && claims["aud"] === audience;
    return isOurs && Number(claims["exp"]) * 1000 > Date.now() ? toClaims(claims) : undefined;
  };
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
}

function toClaims({ sub, sid }: Record<string, unknown>): Session | undefined {
  return typeof sub === "string" && typeof sid === "string" ? { userId: sub, sessionId: sid } : undefined;
}
