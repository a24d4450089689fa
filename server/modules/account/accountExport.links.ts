/** Short-lived links under which users download their data. */
import type { Clock } from "../../core/ports";
import { SignedLinks, type LinkHolder } from "../../platform/http/signedLinks";
import { exportLinkSeconds } from "./account.rules";

export class ExportLinks {
  readonly #links: SignedLinks;

  /** `secrets`: 32 bytes or more each. The first signs; any of them verifies. */
  constructor(
    secrets: readonly Buffer[],
    clock: Clock,
    private readonly basePath = "",
  ) {
    this.#links = new SignedLinks(secrets, clock, {
      purpose: "account-export",
      sessionKey: "i",
      lifeSeconds: exportLinkSeconds,
    });
  }

  /** `/account/export?u=<user>&i=<session>&e=<unix seconds>&s=<signature>`. */
  sign(owner: LinkHolder): { url: string; expiresAt: string } {
    return this.#links.sign(`${this.basePath}/account/export`, [], owner);
  }

  /** Returns the owner of the link; undefined if it is forged, altered or expired. */
  verify(query: Readonly<Record<string, unknown>>): LinkHolder | undefined {
    return this.#links.verify([], query);
  }
}
