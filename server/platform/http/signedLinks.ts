/** Signs and checks short links, so that a browser can open what is private without a header. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../core/ports";

/** Letters that neither need escaping in a URL nor can be taken for the separator of what is signed. */
const idPattern = /^[A-Za-z0-9-]{1,64}$/;

/** The login that a link was made in; it opens nothing once that has ended. */
export interface LinkHolder {
  userId: string;
  sessionId: string;
}

interface Options {
  /** What the links are for; a signature for one kind is none for another. */
  purpose: string;
  /** The name of the session's parameter in the link. */
  sessionKey: string;
  /** The longest life of a link. */
  lifeSeconds: number;
  /**
   * Within so many seconds it is the same link, so that asking again does not make the browser fetch again; the
   * shortest life is that much less.
   */
  steadySeconds?: number;
}

export class SignedLinks {
  readonly #secrets: readonly Buffer[];
  readonly #clock: Clock;
  readonly #options: Options;

  /** `secrets`: 32 bytes or more. The first signs, all are believed. */
  constructor(secrets: readonly Buffer[], clock: Clock, options: Options) {
    this.#secrets = secrets;
    this.#clock = clock;
    this.#options = options;
    if (secrets.length === 0 || secrets.some(({ length }) => length < 32))
      throw new Error("SignedLinks needs a secret of 32 bytes or more");
  }

  /**
   * `<path>?u=<user>&<sessionKey>=<session>&e=<unix seconds>&s=<signature>`. `ids`: what is in the path beside its
   * fixed words, and so is signed with it.
   */
  sign(
    path: string,
    ids: readonly string[],
    { userId, sessionId }: LinkHolder,
  ): { url: string; expiresAt: string } {
    if (![...ids, userId, sessionId].every((id) => idPattern.test(id)))
      throw new Error("A signed link needs plain ids");
    const { sessionKey, lifeSeconds, steadySeconds = 1 } = this.#options;
    const expires = this.#now() - (this.#now() % steadySeconds) + lifeSeconds;
    const [secret] = this.#secrets;
    const signature = this.#signatureOf(secret!, ids, { userId, sessionId }, expires);
    return {
      url: `${path}?u=${userId}&${sessionKey}=${sessionId}&e=${expires}&s=${signature}`,
      expiresAt: new Date(expires * 1000).toISOString(),
    };
  }

  /** Who the link was made for; undefined where it is forged, altered or over. */
  verify(ids: readonly string[], query: Readonly<Record<string, unknown>>): LinkHolder | undefined {
    const { sessionKey, lifeSeconds } = this.#options;
    const { u: userId, [sessionKey]: sessionId, e: expires, s: signature } = query;
    if (typeof userId !== "string" || typeof sessionId !== "string") return undefined;
    if (typeof expires !== "string" || typeof signature !== "string") return undefined;
    if (![...ids, userId, sessionId].every((id) => idPattern.test(id))) return undefined;
    if (!/^[1-9][0-9]{0,11}$/.test(expires) || !/^[A-Za-z0-9_-]{43}$/.test(signature)) return undefined;

    // As text: decoded, the last of 43 letters has four spellings.
    const given = Buffer.from(signature);
    const holder = { userId, sessionId };
    const isOurs = this.#secrets
      .map((secret) => Buffer.from(this.#signatureOf(secret, ids, holder, Number(expires))))
      .map((expected) => timingSafeEqual(given, expected))
      .includes(true);
    if (!isOurs) return undefined;
    const secondsLeft = Number(expires) - this.#now();
    // More than the longest life means that the clock was set back since.
    return secondsLeft > 0 && secondsLeft <= lifeSeconds ? holder : undefined;
  }

  #signatureOf(secret: Buffer, ids: readonly string[], holder: LinkHolder, expires: number): string {
    const signed = [this.#options.purpose, ...ids, holder.userId, holder.sessionId, expires].join("|");
    return createHmac("sha256", secret).update(signed).digest("base64url");
  }

  #now(): number {
    return Math.floor(this.#clock.now().getTime() / 1000);
  }
}
