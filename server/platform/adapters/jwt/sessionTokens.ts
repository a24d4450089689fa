import { createSecretKey, type KeyObject } from "node:crypto";
import jwt from "jsonwebtoken";
import type { Session } from "../../../core/principal";

const issuer = "visaport";
const audience = "visaport-api";

/** Session tokens, signed with HS256 only. Each contains a session id, which is looked up on each request. */
export class SessionTokens {
  /**
   * A KeyObject, because jsonwebtoken first tries to parse a string as a public key, which takes forty times as long.
   */
  readonly #key: KeyObject;

  constructor(secret: string) {
    this.#key = createSecretKey(secret, "utf8");
  }

  sign({ userId, sessionId }: Session, { issuedAt, expiresAt }: { issuedAt: Date; expiresAt: Date }): string {
    const claims = { sid: sessionId, iat: unixSeconds(issuedAt), exp: unixSeconds(expiresAt) };
    return jwt.sign(claims, this.#key, { algorithm: "HS256", issuer, audience, subject: userId });
  }

  /** Returns the claims of a valid, unexpired token; undefined for any other text. */
  verify(token: string, now: Date): Session | undefined {
    try {
      const claims = jwt.verify(token, this.#key, {
        algorithms: ["HS256"],
        issuer,
        audience,
        clockTimestamp: unixSeconds(now),
      });
      // jsonwebtoken 9 accepts tokens without these claims.
      if (typeof claims === "string" || !claims.exp || !claims.sub || typeof claims["sid"] !== "string")
        return undefined;
      return { userId: claims.sub, sessionId: claims["sid"] };
    } catch {
      return undefined;
    }
  }
}

function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
