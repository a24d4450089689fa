/** The short link under which a person downloads what is kept about them. */
import type { Clock } from "../../ports";
import { SignedLinks, type LinkHolder } from "../../http/signedLinks";
import { exportLinkSeconds } from "./account.rules";

export class ExportLinks {
  readonly #links: SignedLinks;

  /** `secrets`: 32 bytes or more. The first signs, all are believed. */
  constructor(secrets: readonly Buffer[], clock: Clock) {
    this.#links = new SignedLinks(secrets, clock, {
      purpose: "account-export",
      sessionKey: "i",
      lifeSeconds: exportLinkSeconds,
    });
  }

  /** `/account/export?u=<user>&i=<session>&e=<unix seconds>&s=<signature>`. */
  sign(owner: LinkHolder): { url: string; expiresAt: string } {
    return this.#links.sign("/account/export", [], owner);
  }

  /** Whom the link was made for; undefined where it is forged, altered or over. */
  verify(query: Readonly<Record<string, unknown>>): LinkHolder | undefined {
    return this.#links.verify([], query);
  }
}
