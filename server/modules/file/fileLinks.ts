/** Signs and checks the short links under which files are served, so that an `<img>` needs no header. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../ports";

const secondsOfMinute = 60;
/** The longest life of a link; the shortest is a minute less. */
const maxLifeSeconds = 5 * 60;
/** Letters that neither need escaping in a URL nor can be taken for the separator of what is signed. */
const idPattern = /^[A-Za-z0-9-]{1,64}$/;

/** The login that a link was made in; it opens nothing once that has ended. */
export interface LinkHolder {
  userId: string;
  sessionId: string;
}

export class FileLinks {
  /** `secrets`: 32 bytes or more, used for nothing else. The first signs, all are believed. */
  constructor(
    private readonly secrets: readonly Buffer[],
    private readonly clock: Clock,
  ) {
    if (secrets.length === 0 || secrets.some(({ length }) => length < 32))
      throw new Error("FileLinks needs a secret of 32 bytes or more");
  }

  /**
   * A path with query, `/files/<id>?u=<user>&l=<session>&e=<unix seconds>&s=<signature>`. Within the same minute it is
   * the same link, so that asking again does not make the browser fetch the picture again.
   */
  sign(fileId: string, { userId, sessionId }: LinkHolder): string {
    if (![fileId, userId, sessionId].every((id) => idPattern.test(id)))
      throw new Error("A file link needs plain ids");
    const startOfMinute = this.now() - (this.now() % secondsOfMinute);
    const expires = startOfMinute + maxLifeSeconds;
    const [secret] = this.secrets;
    const signature = signatureOf(secret!, fileId, { userId, sessionId }, expires).toString("base64url");
    return `/files/${fileId}?u=${userId}&l=${sessionId}&e=${expires}&s=${signature}`;
  }

  /** Who the link was made for; undefined where it is forged, altered or over. */
  verify(fileId: string, query: Readonly<Record<string, unknown>>): LinkHolder | undefined {
    const { u: userId, l: sessionId, e: expires, s: signature } = query;
    if (typeof userId !== "string" || typeof sessionId !== "string") return;
    if (typeof expires !== "string" || typeof signature !== "string") return;
    if (![fileId, userId, sessionId].every((id) => idPattern.test(id))) return;
    if (!/^[1-9][0-9]{0,11}$/.test(expires) || !/^[A-Za-z0-9_-]{43}$/.test(signature)) return;

    const given = Buffer.from(signature, "base64url");
    const holder = { userId, sessionId };
    const isOurs = this.secrets
      .map((secret) => timingSafeEqual(given, signatureOf(secret, fileId, holder, Number(expires))))
      .includes(true);
    if (!isOurs) return;
    const secondsLeft = Number(expires) - this.now();
    // More than the longest life means that the clock was set back since.
    return secondsLeft > 0 && secondsLeft <= maxLifeSeconds ? holder : undefined;
  }

  private now(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}

function signatureOf(secret: Buffer, fileId: string, holder: LinkHolder, expires: number): Buffer {
  const signed = ["file-link", fileId, holder.userId, holder.sessionId, expires].join("|");
  return createHmac("sha256", secret).update(signed).digest();
}
