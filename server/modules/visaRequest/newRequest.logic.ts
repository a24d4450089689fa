import { randomInt, randomUUID } from "node:crypto";
import { todayInKolkata, type Day } from "../../core/day.rules";
import { expectedDay } from "./expectedDate.rules";
import { DomainError } from "../../core/errors";
import type { Principal } from "../../core/principal";
import type { CatalogueVisa } from "../catalogue/catalogue.rules";
import { toRequirementListId } from "../catalogue/requirement/requirementList.logic";
import type { UserEntity } from "../user/user.entity";
import type { PartnerOrigin } from "./partnerOrigin.rules";
import {
  findCountViolation,
  findQuoteViolation,
  quotePrice,
  type PriceQuote,
  type TravelerCounts,
  type WantedQuote,
} from "./priceQuote.rules";
import { priceRequest, type FeeRates, type Price, type TravelerType, type VisaPrices } from "./pricing.rules";
import { makeReferenceNumber } from "./referenceNumber.rules";
import { findTravelDateViolation } from "./travelDate.rules";
import type { VisaRequestEntity } from "./visaRequest.entity";

/** Returns a new application for the visa, without applicants. Throws INVALID if the travel date is not possible. */
export function makeRequest(
  visa: CatalogueVisa,
  owner: UserEntity,
  { travelDate, ...rest }: Pick<Beginning, "fees" | "now" | "origin"> & { travelDate?: string | null },
): VisaRequestEntity {
  const today = todayInKolkata(rest.now);
  const day = travelDate ?? today;
  const violation = findTravelDateViolation(day, today);
  if (violation) throw new DomainError("INVALID", violation, { field: "travelDate" });
  const expectedDate = expectedDay(today, visa.processingTime);
  return makeRequestRow(visa, owner, { ...rest, travelDate: day, expectedDate });
}

interface Beginning {
  fees: FeeRates;
  now: Date;
  travelDate: Day;
  expectedDate: Day;
  /** Set if a partner creates the application. */
  origin?: PartnerOrigin | undefined;
}

export function makeRequestRow(
  visa: CatalogueVisa,
  owner: UserEntity,
  { fees, now, travelDate, expectedDate, origin }: Beginning,
): VisaRequestEntity {
  return {
    visaRequestId: randomUUID(),
    visaReferenceNo: makeReferenceNumber((below) => randomInt(below)),
    userId: owner.userId,
    visaId: visa.visaId,
    requirementListId: toRequirementListId(visa),
    leadSource: origin ? "PARTNER" : "B2C",
    visaName: visa.visaName,
    countryName: visa.visaCountryName,
    pricePerApplicant: visa.adultPrice,
    childPrice: visa.childPrice,
    serviceFeeRate: fees.serviceFee,
    gstPercent: fees.gstPercent,
    ...priceRequest(visa, [], fees),
    travelDate,
    expectedDate,
    noOfApplicants: 1,
    email: origin ? origin.contact.email : owner.email,
    mobile: origin ? origin.contact.mobile : owner.phoneNumber,
    externalReference: origin?.externalReference ?? null,
    followerId: null,
    visaRequestStatus: "PENDING",
    paymentStatus: "PENDING",
    paymentGateway: null,
    paymentGatewayNo: null,
    priceVersion: 1,
    version: 1,
    createdAt: now.toISOString(),
    changedAt: now.toISOString(),
    assignedStaffId: null,
    assignedAt: null,
    waitingSince: null,
    papersRemovedAt: null,
    documentReminderAt: null,
  };
}

/** Returns the price for these applicants at the rates of the day on which the request was created. */
export function repriced(
  request: VisaRequestEntity,
  travelers: readonly TravelerType[],
): Price & Pick<VisaRequestEntity, "noOfApplicants" | "priceVersion"> {
  const { prices, fees } = ratesOf(request);
  return {
    ...priceRequest(prices, travelers, fees),
    noOfApplicants: Math.max(travelers.length, 1),
    priceVersion: request.priceVersion + 1,
  };
}

/** Returns the price that the request would have for these applicants. Throws BAD_USER_INPUT. */
export function requoted(request: VisaRequestEntity, wanted: WantedQuote): PriceQuote {
  const counts = toCounts(wanted);
  refuse(findCountViolation(counts));
  const { prices, fees } = ratesOf(request);
  return quotePrice(prices, counts, fees);
}

function ratesOf(request: VisaRequestEntity): { prices: VisaPrices; fees: FeeRates } {
  return {
    prices: { adultPrice: request.pricePerApplicant, childPrice: request.childPrice },
    fees: { serviceFee: request.serviceFeeRate, gstPercent: request.gstPercent },
  };
}

function toCounts({ adults, children, infants }: WantedQuote): TravelerCounts {
  return { adults: adults ?? 1, children: children ?? 0, infants: infants ?? 0 };
}

/** Returns the current price of an application; undefined if `visa` is undefined. Throws BAD_USER_INPUT. */
export function makeQuote(
  visa: CatalogueVisa | undefined,
  wanted: WantedQuote,
  { fees, now }: Pick<Beginning, "fees" | "now">,
): PriceQuote | undefined {
  const today = todayInKolkata(now);
  const request = { travelDate: wanted.travelDate ?? today, ...toCounts(wanted) };
  refuse(findQuoteViolation(request, today));
  return visa && quotePrice(visa, request, fees);
}

function refuse(violation: ReturnType<typeof findQuoteViolation>): void {
  if (violation) throw new DomainError("BAD_USER_INPUT", violation.message, { field: violation.field });
}

/** Returns the rates for the caller; a partner may have its own fee. */
export function feesFor({ partner }: Principal, fees: FeeRates): FeeRates {
  return { ...fees, serviceFee: partner?.feeInr ?? fees.serviceFee };
}

export function isForPartners({ apiStatus, country }: CatalogueVisa): boolean {
  return apiStatus && country.apiStatus;
}

export function referenceTaken({ visaRequestId }: VisaRequestEntity): DomainError {
  const message = `The application ${visaRequestId} has this reference`;
  return new DomainError("CONFLICT", message, { field: "externalReference" });
}

export function tooManyOpen(maxOpen: number): DomainError {
  return new DomainError(
    "INVALID_STATE",
    `You have ${maxOpen} applications that are not paid for yet. Pay for one of them or cancel one, then start a new one`,
  );
}
