/**
 * Creates and verifies short-lived signed URLs, with which a browser can open private files without a header. A URL is
 * signed for a session, and becomes invalid when the session ends.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { maxClockDifferenceMs, type Clock } from "../../core/ports";
import type { Session } from "../../core/principal";

/** Characters that need no escaping in a URL and cannot be mistaken for the separator in the signed text. */
const idPattern = /^[A-Za-z0-9-]{1,64}$/;

interface LinkKind {
  /** The purpose. A signature is valid only for its purpose. */
  purpose: string;
  /** The path in front of the ids. */
  path: string;
  /** The query parameter for the session. */
  sessionKey: string;
  /** Maximum lifetime of a URL. */
  lifeSeconds: number;
  /**
   * The URL stays the same for this period, so that browsers can cache it. Its lifetime may be shorter than the maximum
   * by up to this period.
   */
  steadySeconds?: number;
}

export class SignedLinks {
  /** Each secret is at least 32 bytes long. The first one signs; all of them verify. */
  constructor(
    private readonly secrets: readonly Buffer[],
    private readonly clock: Clock,
    private readonly kind: LinkKind,
    private readonly basePath = "",
  ) {
    if (secrets.length === 0 || secrets.some(({ length }) => length < 32))
      throw new Error("SignedLinks needs a secret of 32 bytes or more");
  }

  /**
   * Returns `<path>/<ids>?u=<user>&<sessionKey>=<session>&e=<unix seconds>&s=<signature>`. `ids` are the variable
   * segments of the path. The signature covers the ids and the purpose, which identifies the rest of the path.
   */
  sign(ids: readonly string[], { userId, sessionId }: Session): { url: string; expiresAt: string } {
    if (![...ids, userId, sessionId].every((id) => idPattern.test(id)))
      throw new Error("A signed URL needs plain ids");
    const { path, sessionKey, lifeSeconds, steadySeconds = 1 } = this.kind;
    const expires = this.#now() - (this.#now() % steadySeconds) + lifeSeconds;
    const [secret] = this.secrets;
    const signature = this.#sign(secret!, ids, { userId, sessionId }, expires);
    const place = [this.basePath + path, ...ids].join("/");
    return {
      url: `${place}?u=${userId}&${sessionKey}=${sessionId}&e=${expires}&s=${signature}`,
      expiresAt: new Date(expires * 1000).toISOString(),
    };
  }

  /** Returns the holder of the URL, or undefined if it is forged, altered or expired. */
  verify(ids: readonly string[], query: Readonly<Record<string, unknown>>): Session | undefined {
    const { sessionKey, lifeSeconds } = this.kind;
    const { u: userId, [sessionKey]: sessionId, e: expires, s: signature } = query;
    if (typeof userId !== "string" || typeof sessionId !== "string") return undefined;
    if (typeof expires !== "string" || typeof signature !== "string") return undefined;
    if (![...ids, userId, sessionId].every((id) => idPattern.test(id))) return undefined;
    if (!/^[1-9][0-9]{0,11}$/.test(expires) || !/^[A-Za-z0-9_-]{43}$/.test(signature)) return undefined;

    // Compared as text, because four different last characters decode to the same bytes.
    const given = Buffer.from(signature);
    const holder = { userId, sessionId };
    const isOurs = this.secrets
      .map((secret) => Buffer.from(this.#sign(secret, ids, holder, Number(expires))))
      .map((expected) => timingSafeEqual(given, expected))
      .includes(true);
    if (!isOurs) return undefined;
    const secondsLeft = Number(expires) - this.#now();
    // The clock of the process that signed the URL may be slightly ahead of this one. If more seconds are left, this
    // clock was set back, and the URL is rejected.
    const maxSeconds = lifeSeconds + maxClockDifferenceMs / 1000;
    return secondsLeft > 0 && secondsLeft <= maxSeconds ? holder : undefined;
  }

  #sign(secret: Buffer, ids: readonly string[], holder: Session, expires: number): string {
    const signed = [this.kind.purpose, ...ids, holder.userId, holder.sessionId, expires].join("|");
    return createHmac("sha256", secret).update(signed).digest("base64url");
  }

  #now(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}
