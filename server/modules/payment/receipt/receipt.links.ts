/** The short links under which receipts are downloaded. */
import type { Clock } from "../../../ports";
import { SignedLinks, type LinkHolder } from "../../../http/signedLinks";
import { linkLifeSeconds } from "../../file/file.rules";

export class ReceiptLinks {
  readonly #links: SignedLinks;

  /** `secrets`: 32 bytes or more. The first signs, all are believed. */
  constructor(secrets: readonly Buffer[], clock: Clock) {
    this.#links = new SignedLinks(secrets, clock, {
      purpose: "receipt-link",
      sessionKey: "l",
      lifeSeconds: linkLifeSeconds,
      steadySeconds: 60,
    });
  }

  /** A path with query, `/receipts/<visaRequestId>?u=<user>&l=<session>&e=<unix seconds>&s=<signature>`. */
  sign(visaRequestId: string, holder: LinkHolder): string {
    return this.#links.sign(`/receipts/${visaRequestId}`, [visaRequestId], holder).url;
  }

  /** Who the link was made for; undefined where it is forged, altered or over. */
  verify(visaRequestId: string, query: Readonly<Record<string, unknown>>): LinkHolder | undefined {
    return this.#links.verify([visaRequestId], query);
  }
}
