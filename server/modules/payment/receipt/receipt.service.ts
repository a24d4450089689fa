/**
 * Receipts. Guards: links are only for the owner, the follower and staff, and permission is checked again when one is
 * opened.
 */
import { LRUCache } from "lru-cache";
import type { Database } from "../../../platform/db/database";
import { mayActOn } from "../../../core/ownership.rules";
import { notFound } from "../../../core/errors";
import type { SignedLinks } from "../../../platform/http/signedLinks";
import { requireSession, type Principal, type Session, type StaffGuard } from "../../../core/principal";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { findRequest } from "../../visaRequest/visaRequest.reads";
import { linkLifeSeconds } from "../../file/file.rules";
import { splitPrice } from "../../visaRequest/pricing.rules";
import { findApplicantsByRequests } from "../../applicant/applicant.reads";
import { makeReceipt, type Receipt } from "./receipt.rules";
import { drawReceiptPdf, type ReceiptFrame } from "./receipt.pdf";
import { findLedger } from "../refund/refund.reads";
import { findPaying, sumAmounts, type Ledger } from "../refund/refundOffers.rules";

/** Maximum number of PDFs in memory, about 3 KB each. */
const maxDrawn = 500;
/** PDFs stay in memory as long as a link is valid. */
const drawnLastsMs = linkLifeSeconds * 1000;

interface Deps {
  db: Database;
  links: SignedLinks;
  staff: StaffGuard;
  site: { brand: string; supportEmail: string; supportPhone: string };
}

export class ReceiptService {
  /**
   * PDFs, keyed by everything that they show, so that a stale PDF is never sent. They stay in memory, because files on
   * disk would need encryption, erasure and a database row. Permission is checked before each use.
   */
  readonly #drawn = new LRUCache<string, Promise<Buffer>>({ max: maxDrawn, ttl: drawnLastsMs });

  constructor(private readonly deps: Deps) {}

  /** Returns the receipt of a request; undefined until the request is paid. The caller checks the permission. */
  find(
    caller: Principal,
    request: VisaRequestEntity,
    ledger: Ledger,
  ): (Receipt & { pdfSrc: string }) | undefined {
    const paying = findPaying(request, ledger);
    if (!paying) return undefined;
    const pdfSrc = this.deps.links.sign([request.visaRequestId], requireSession(caller)).url;
    return { ...makeReceipt(request, paying), pdfSrc };
  }

  /** Returns the holder of the link; undefined if it is forged, altered or expired. */
  findHolder(visaRequestId: string, query: Readonly<Record<string, unknown>>): Session | undefined {
    return this.deps.links.verify([visaRequestId], query);
  }

  /** Returns the PDF if the user is still the owner, the follower or staff. Errors: NOT_FOUND. */
  async drawFor(userId: string, visaRequestId: string): Promise<{ name: string; bytes: Buffer }> {
    const { db, site, staff } = this.deps;
    const request = await findRequest(db.rows, visaRequestId);
    if (!request || !(mayActOn(request, userId) || (await staff.isStaff(userId)))) throw notFound();
    const ledger = await findLedger(db.rows, visaRequestId);
    const paying = findPaying(request, ledger);
    if (!paying) throw notFound();
    const back = ledger.refunds.filter(
      ({ razorpayPaymentId, state }) => razorpayPaymentId === paying.razorpayPaymentId && state === "DONE",
    );
    const applicants = await findApplicantsByRequests(db.rows, [visaRequestId]);
    const { visaName, countryName, noOfApplicants } = request;
    const types = applicants.map(({ travelerType }) => travelerType);
    const priceLines = request.papersRemovedAt ? [] : splitPrice(request, types);
    const refundedPaise = sumAmounts(back);
    const frame = { ...site, visaName, countryName, noOfApplicants, refundedPaise, priceLines };
    const bytes = await this.#draw(makeReceipt(request, paying), frame);
    return { name: `receipt-${request.visaReferenceNo}.pdf`, bytes };
  }

  /** Returns the receipt's PDF from memory if its contents have not changed, otherwise draws it. */
  #draw(receipt: Receipt, frame: ReceiptFrame): Promise<Buffer> {
    const shown = JSON.stringify([receipt, frame]);
    const before = this.#drawn.get(shown);
    if (before) return before;
    const drawing = drawReceiptPdf(receipt, frame);
    this.#drawn.set(shown, drawing);
    drawing.catch(() => this.#drawn.delete(shown));
    return drawing;
  }
}
