/** The short links under which files are served, so that an `<img>` needs no header. */
import type { Clock } from "../../ports";
import { SignedLinks, type LinkHolder } from "../../http/signedLinks";
import { linkLifeSeconds } from "./file.rules";

export class FileLinks {
  readonly #links: SignedLinks;

  /** `secrets`: 32 bytes or more. The first signs, all are believed. */
  constructor(secrets: readonly Buffer[], clock: Clock) {
    this.#links = new SignedLinks(secrets, clock, {
      purpose: "file-link",
      sessionKey: "l",
      lifeSeconds: linkLifeSeconds,
      steadySeconds: 60,
    });
  }

  /** A path with query, `/files/<id>?u=<user>&l=<session>&e=<unix seconds>&s=<signature>`. */
  sign(fileId: string, holder: LinkHolder): string {
    return this.#links.sign(`/files/${fileId}`, [fileId], holder).url;
  }

  /** Who the link was made for; undefined where it is forged, altered or over. */
  verify(fileId: string, query: Readonly<Record<string, unknown>>): LinkHolder | undefined {
    return this.#links.verify([fileId], query);
  }
}
