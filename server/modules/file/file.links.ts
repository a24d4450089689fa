/** Short-lived signed links to files, so that an `<img>` needs no authorization header. */
import type { Clock } from "../../core/ports";
import { SignedLinks, type LinkHolder } from "../../platform/http/signedLinks";
import { linkLifeSeconds } from "./file.rules";

export class FileLinks {
  readonly #links: SignedLinks;

  /** `secrets`: at least 32 bytes each. The first one signs; all of them verify. */
  constructor(secrets: readonly Buffer[], clock: Clock) {
    this.#links = new SignedLinks(secrets, clock, {
      purpose: "file-link",
      sessionKey: "l",
      lifeSeconds: linkLifeSeconds,
      steadySeconds: 60,
    });
  }

  /** Returns a path with a query: `/files/<id>?u=<user>&l=<session>&e=<unix seconds>&s=<signature>`. */
  sign(fileId: string, holder: LinkHolder): string {
    return this.#links.sign(`/files/${fileId}`, [fileId], holder).url;
  }

  /** Returns the holder of the link, or undefined if it is forged, altered or expired. */
  verify(fileId: string, query: Readonly<Record<string, unknown>>): LinkHolder | undefined {
    return this.#links.verify([fileId], query);
  }
}
