/** Short-lived links under which receipts are downloaded. */
import type { Clock } from "../../../core/ports";
import { SignedLinks, type LinkHolder } from "../../../platform/http/signedLinks";
import { linkLifeSeconds } from "../../file/file.rules";

export class ReceiptLinks {
  readonly #links: SignedLinks;

  /** `secrets`: 32 bytes or more each. The first signs; any of them verifies. */
  constructor(secrets: readonly Buffer[], clock: Clock) {
    this.#links = new SignedLinks(secrets, clock, {
      purpose: "receipt-link",
      sessionKey: "l",
      lifeSeconds: linkLifeSeconds,
      steadySeconds: 60,
    });
  }

  /** Returns `/receipts/<visaRequestId>?u=<user>&l=<session>&e=<unix seconds>&s=<signature>`. */
  sign(visaRequestId: string, holder: LinkHolder): string {
    return this.#links.sign(`/receipts/${visaRequestId}`, [visaRequestId], holder).url;
  }

  /** Returns the holder of the link; undefined if it is forged, altered or expired. */
  verify(visaRequestId: string, query: Readonly<Record<string, unknown>>): LinkHolder | undefined {
    return this.#links.verify([visaRequestId], query);
  }
}
