/** Signs and checks the short links under which files are served, so that an `<img>` needs no header. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../ports";

const secondsOfMinute = 60;
/** The longest life of a link; the shortest is a minute less. */
const maxLifeSeconds = 5 * 60;
/** Letters that neither need escaping in a URL nor can be taken for the separator of what is signed. */
const idPattern = /^[A-Za-z0-9-]{1,64}$/;

export class FileLinks {
  /** `secret`: 32 bytes or more, used for nothing else. */
  constructor(
    private readonly secret: Buffer,
    private readonly clock: Clock,
  ) {
    if (secret.length < 32) throw new Error("FileLinks needs a secret of 32 bytes or more");
  }

  /**
   * A path with query, `/files/<id>?u=<viewer>&e=<unix seconds>&s=<signature>`. Within the same minute it is
   * the same link, so that asking again does not make the browser fetch the picture again.
   */
  sign(fileId: string, viewerUserId: string): string {
    if (!idPattern.test(fileId) || !idPattern.test(viewerUserId)) {
      throw new Error("A file link needs plain ids");
    }
    const startOfMinute = this.now() - (this.now() % secondsOfMinute);
    const expires = startOfMinute + maxLifeSeconds;
    const signature = this.signature(fileId, viewerUserId, expires).toString("base64url");
    return `/files/${fileId}?u=${viewerUserId}&e=${expires}&s=${signature}`;
  }

  /** Who the link was made for; undefined where it is forged, altered or over. */
  verify(fileId: string, query: Readonly<Record<string, unknown>>): { userId: string } | undefined {
    const { u: userId, e: expires, s: signature } = query;
    if (typeof userId !== "string" || typeof expires !== "string" || typeof signature !== "string") return;
    if (!idPattern.test(fileId) || !idPattern.test(userId)) return;
    if (!/^[1-9][0-9]{0,11}$/.test(expires) || !/^[A-Za-z0-9_-]{43}$/.test(signature)) return;

    const expected = this.signature(fileId, userId, Number(expires));
    if (!timingSafeEqual(Buffer.from(signature, "base64url"), expected)) return;
    const secondsLeft = Number(expires) - this.now();
    // More than the longest life means that the clock was set back since.
    return secondsLeft > 0 && secondsLeft <= maxLifeSeconds ? { userId } : undefined;
  }

  private now(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }

  private signature(fileId: string, userId: string, expires: number): Buffer {
    return createHmac("sha256", this.secret).update(`file-link|${fileId}|${userId}|${expires}`).digest();
  }
}
