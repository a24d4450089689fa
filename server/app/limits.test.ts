/** Compares the numbers in the schema's descriptions with the constants that they refer to. */
import { expect, test } from "@jest/globals";
import { buildASTSchema, isEnumType, isInputObjectType, isObjectType } from "graphql";
import { readSdl } from "../platform/graphql/sdl";
import { maxPerPage } from "../core/paging";
import { maxKeyLength } from "../platform/db/idempotency";
import { exportLinks } from "../modules/account/account.rules";
import { restApplicant } from "../modules/applicant/applicant.rest";
import { adultFromAge, childFromAge } from "../modules/applicant/applicant.rules";
import { applicantFields } from "../modules/applicant/applicantFields.rules";
import { mrzLineLength } from "../modules/applicant/mrzLines.rules";
import {
  consentText,
  consentVersion,
  maxGuardianNameLength,
  ownConsentFromAge,
} from "../modules/consent/consent.rules";
import { maxAnswerLength } from "../modules/applicant/documents/answers.rules";
import { maxLaterNoteLength } from "../modules/applicant/documents/requiredDocuments.rules";
import { maxAccessEvents } from "../modules/audit/audit.rules";
import { challengeSeconds } from "../modules/auth/deviceCheck.service";
import { codeDigits, codeLifeSeconds, resendAfterSeconds } from "../modules/auth/loginCode.rules";
import { dormantDays } from "../modules/user/dormancy.rules";
import { maxSessionsListed, sessionLifeSeconds, staffSessionSeconds } from "../modules/auth/session.rules";
import { usualFirst } from "../modules/catalogue/catalogue.routes";
import { checkedForDays, requirementLimits } from "../modules/catalogue/requirement/requirementChanges.rules";
import { catalogueLimits, maxChanges } from "../modules/catalogue/catalogueAdmin.rules";
import { maxSearchLength } from "../modules/catalogue/countrySearch.rules";
import { maxNeighbours, maxSuggestions, recentWishDays } from "../modules/catalogue/countrySuggestions.rules";
import { linkLifeSeconds } from "../modules/file/file.rules";
import {
  maxNoteLength as maxRefundNoteLength,
  maxStaffNoteLength,
  maxNoteLength as maxMessageLength,
} from "../core/note.rules";
import { maxActivityEntries, maxPassportUses } from "../modules/review/case/case.rules";
import { maxCorrectionItems } from "../modules/review/correction/correction.rules";
import { takeBackMinutes } from "../modules/review/decision/takeBack.rules";
import { blockSeconds, maxWrongCodes, totpDigits } from "../modules/staff/secondFactor.rules";
import { eventDays } from "../modules/partner/event/partnerEvent.rules";
import { webhookAttemptMs } from "../core/webhookPort";
import * as webhook from "../modules/partner/webhook/webhook.rules";
import { maxExcerptLength } from "../platform/adapters/webhooks/HttpWebhookSender";
import { maxUrlLength } from "../platform/adapters/webhooks/webhookTarget";
import { gstinLength } from "../modules/partner/gstin.rules";
import {
  maxExpiryDays,
  maxKeepHours,
  maxMembers,
  maxNameLength as maxPartnerNameLength,
  maxNetworks,
  usageDays,
} from "../modules/partner/partner.rules";
import { startLength } from "../modules/partner/partnerKey.crypto";
import { maxOutageSeconds, outagePauseMinutes } from "../modules/testWorld/testOutcome.rules";
import { maxTestPartners, testPartnerLimits, unusedDays } from "../modules/testWorld/testPartner.rules";
import { maxPhoneLength } from "../modules/user/phone.rules";
import { maxQuotedTravelers } from "../modules/visaRequest/priceQuote.rules";
import { maxKeptApplicants } from "../modules/applicant/kept/keptApplicant.rules";
import { handoverDays, shownDigits } from "../modules/visaRequest/handover/handover.rules";
import { maxReferenceLength } from "../modules/visaRequest/partnerOrigin.rules";
import { maxOpenRequests } from "../modules/visaRequest/visaRequest.rules";

const schema = buildASTSchema(readSdl("schema", "test"));

const passportNumber = [1, applicantFields.passportNumber.maxLength];
const comments = [applicantFields.comments.maxLength];
const linkMinutes = [linkLifeSeconds / 60];

/** The numbers in each description, in order, by schema coordinate. */
const limits: Record<string, number[]> = {
  "AccountExport.expiresAt": [exportLinks.lifeSeconds / 60],
  "CreateVisaApplicantInput.passportNumber": passportNumber,
  "CreateVisaApplicantInput.travelerType": [childFromAge, adultFromAge],
  "CreateVisaApplicantInput.comments": comments,
  "CreateVisaApplicantInput.mrzLine1": [mrzLineLength],
  "CreateVisaApplicantInput.mrzLine2": [mrzLineLength],
  "AddVisaApplicantDocumentInput.idempotencyKey": [maxKeyLength],
  "CreateVisaApplicantInput.idempotencyKey": [maxKeyLength],
  "LaterDocumentInput.note": [maxLaterNoteLength],
  "SetVisaApplicantDocumentReasonInput.note": [maxLaterNoteLength],
  "AddKeptApplicantInput.idempotencyKey": [maxKeyLength],
  "Mutation.keepApplicants": [maxKeptApplicants],
  "CreateHandoverInput.idempotencyKey": [maxKeyLength],
  "Handover.expiresAt": [handoverDays],
  "OpenHandover.mobileEnding": [shownDigits],
  "CreateVisaRequestInput.externalReference": [1, maxReferenceLength],
  "CreateVisaRequestInput.idempotencyKey": [maxKeyLength],
  "SendCorrectionInput.idempotencyKey": [maxKeyLength],
  "StaffAddNoteInput.idempotencyKey": [maxKeyLength],
  ApplicantConsentInput: [ownConsentFromAge, ownConsentFromAge],
  "ApplicantConsentInput.guardianName": [ownConsentFromAge, maxGuardianNameLength],
  "ConsentKind.APPLICANT": [ownConsentFromAge],
  "ConsentKind.GUARDIAN": [ownConsentFromAge],
  "UpdateVisaApplicantInput.passportNumber": passportNumber,
  "UpdateVisaApplicantInput.comments": comments,
  "TravelerType.ADULT": [adultFromAge],
  "TravelerType.CHILD": [childFromAge, adultFromAge],
  "TravelerType.INFANT": [childFromAge],
  VisaApplicant: linkMinutes,
  "VisaApplicant.passportNumber": [applicantFields.passportNumber.maxLength],
  "RequestOtpInput.phoneNumber": [maxPhoneLength],
  // The 64 of "base64" is part of a name.
  "RequestOtpInput.deviceSolution": [64, challengeSeconds / 60],
  "RequestOtpPayload.resendInSeconds": [resendAfterSeconds],
  // ALTCHA version 2; counters from 0; PBKDF2; 4 bytes.
  "RequestOtpPayload.deviceChallenge": [2, 0, 2, 4],
  "VerifyOtpInput.otp": [codeDigits],
  "Mutation.createVisaRequest": [maxOpenRequests],
  "Query.partnerApplications": [maxPerPage],
  "Query.priceQuote": [maxQuotedTravelers],
  "VisaRequest.priceQuote": [maxQuotedTravelers],
  "Mutation.requestOtp": [codeDigits],
  "User.olderAccount": [dormantDays],
  "Mutation.staffGiveSecondFactor": [maxWrongCodes, blockSeconds / 60],
  "StaffGiveSecondFactorInput.code": [totpDigits],
  "Query.countries": [maxSearchLength],
  "Query.mySessions": [maxSessionsListed],
  "Query.partnerEvents": [eventDays],
  "AccountSession.startedAt": [sessionLifeSeconds / (24 * 60 * 60), staffSessionSeconds / (60 * 60)],
  "UserErrorCode.OTP_EXPIRED": [codeLifeSeconds / 60],
  "RequirementAnswerInput.answer": [maxAnswerLength],
  "AddVisaApplicantDocumentInput.answer": [maxAnswerLength],
  "StaffUpdateVisaInput.visaName": [catalogueLimits.visaName],
  "StaffUpdateVisaInput.processingTime": [1, catalogueLimits.processingTime],
  "StaffUpdateVisaInput.stayPeriod": [catalogueLimits.stayPeriod],
  "StaffUpdateVisaInput.validity": [catalogueLimits.validity],
  "StaffUpdateVisaInput.adultPrice": [1, catalogueLimits.price],
  "StaffUpdateVisaInput.childPrice": [1, catalogueLimits.price],
  "StaffUpdateCountryInput.documents": [catalogueLimits.items],
  "StaffUpdateCountryInput.terms": [1, catalogueLimits.items, catalogueLimits.term],
  "StaffUpdateCountryInput.faqs": [1, catalogueLimits.items],
  "StaffDocumentInput.documentName": [catalogueLimits.documentName],
  "StaffRequirementInput.requirementId": [requirementLimits.requirementId],
  "StaffRequirementInput.label": [requirementLimits.label],
  "StaffRequirementInput.sourceUrl": [requirementLimits.sourceUrl],
  "StaffRequirementConditionInput.minStayDays": [1, requirementLimits.number],
  "StaffRequirementConditionInput.maxStayDays": [1, requirementLimits.number],
  "StaffRequirementConditionInput.circumstance": [requirementLimits.circumstance],
  StaffFileRulesInput: [1, requirementLimits.number],
  "Query.staffDueRequirements": [checkedForDays],
  "StaffFaqInput.question": [catalogueLimits.question],
  "StaffFaqInput.answer": [catalogueLimits.answer],
  "StaffCountry.changes": [maxChanges],
  "StaffCountryWish.recentWishes": [recentWishDays],
  "CountrySuggestions.didYouMean": [maxSuggestions],
  "CountrySuggestions.neighbours": [maxNeighbours],
  "Receipt.pdfSrc": linkMinutes,
  "StaffAddNoteInput.text": [maxStaffNoteLength],
  "StaffCase.trail": [maxActivityEntries],
  "StaffApplicant.samePassportIn": [maxPassportUses],
  "StaffPaper.src": linkMinutes,
  "StaffRequestCorrectionInput.items": [maxCorrectionItems],
  "StaffCorrectionInput.note": [maxMessageLength],
  "Mutation.staffApproveApplicant": [takeBackMinutes],
  "Mutation.staffTakeBackApproval": [takeBackMinutes],
  "StaffApproveApplicantInput.reason": [maxMessageLength],
  "StaffRejectApplicantInput.note": [maxMessageLength],
  "StaffJudgePaperInput.note": [maxMessageLength],
  "StaffEnterMrzInput.line1": [mrzLineLength],
  "StaffEnterMrzInput.line2": [mrzLineLength],
  "StaffRefundInput.note": [maxRefundNoteLength],
  "VisaRequest.accessLog": [maxAccessEvents],
  "CreateTestPartnerInput.name": [maxPartnerNameLength],
  "Mutation.createTestPartner": [
    testPartnerLimits.keys,
    testPartnerLimits.applications,
    testPartnerLimits.bytes / 1024 / 1024,
    unusedDays,
    maxTestPartners,
  ],
  "Mutation.testOutage": [1, maxOutageSeconds, outagePauseMinutes],
  "CreateWebhookEndpointInput.url": [maxUrlLength, 443, 1024],
  "Mutation.createWebhookEndpoint": [webhook.maxEndpoints],
  "Mutation.partnerPing": [webhookAttemptMs / 1000],
  "Mutation.rotateWebhookSecret": [webhook.oldSecretHours],
  "RotateWebhookSecretInput.oldSecretUntil": [webhook.oldSecretHours],
  "PartnerReplayInput.from": [webhook.maxReplayed],
  "Query.webhookEndpoints": [webhook.endedListedDays],
  "WebhookAttempt.excerpt": [maxExcerptLength],
  "WebhookEndpoint.attempts": [webhook.maxAttemptsListed],
  "WebhookState.ENDED": [410],
  "WebhookState.PAUSED": [webhook.pauseAfterDays],
  "Mutation.addPartnerMember": [maxMembers],
  "PartnerKey.start": [startLength],
  "Partner.usage": [usageDays],
  "CreatePartnerKeyInput.name": [maxPartnerNameLength],
  "CreatePartnerKeyInput.networks": [maxNetworks],
  "CreatePartnerKeyInput.expiresInDays": [1, maxExpiryDays],
  "RotatePartnerKeyInput.keepHours": [0, maxKeepHours],
  "StaffCreatePartnerInput.name": [maxPartnerNameLength],
  "StaffCreatePartnerInput.gstin": [gstinLength],
};

/** Numbers that are facts or examples rather than our limits. */
const otherNumbers =
  /HTTP \d+|ISO [\d-]+|ICAO \d+|TD3|SHA256|A to Z, 0 to 9|4:3|1 or 2|rupees × 100|5 to 7 working days|\+ 1,|; 0 where|; 1 until|`[^`]*`/g;
const numberWords = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** Matches `1,000`, and words before a unit: `five minutes`, `six-digit`, `ten at most`. */
const numbers = new RegExp(
  `\\d[\\d,]*|\\b(${numberWords.join("|")})\\b(?= (minutes|digits|at most)|-digit)`,
  "g",
);

function numbersIn(description: string): number[] {
  const found = description.replace(otherNumbers, "").match(numbers) ?? [];
  return found.map((text) =>
    numberWords.includes(text) ? numberWords.indexOf(text) + 1 : Number(text.replaceAll(",", "")),
  );
}

const described = Object.values(schema.getTypeMap())
  .filter(({ astNode }) => astNode)
  .flatMap((type) => {
    const members: readonly { name: string; description?: string | null }[] =
      isObjectType(type) || isInputObjectType(type)
        ? Object.values(type.getFields())
        : isEnumType(type)
          ? type.getValues()
          : [];
    return [
      { coordinate: type.name, description: type.description ?? "" },
      ...members.map(({ name, description }) => ({
        coordinate: `${type.name}.${name}`,
        description: description ?? "",
      })),
    ];
  });

test("each number in a schema description equals its constant", () => {
  const told = described.map(({ coordinate, description }) => [coordinate, numbersIn(description)] as const);
  expect(Object.fromEntries(told.filter(([, found]) => found.length > 0))).toEqual(limits);
});

test("the consent texts in the schema are the current ones", () => {
  const { description } = schema.getType("ApplicantConsentInput")!;
  for (const told of [
    `version \`${consentVersion}\``,
    consentText(consentVersion, "APPLICANT"),
    consentText(consentVersion, "GUARDIAN"),
  ])
    expect(description).toContain(told);
});

test("GraphQL and REST return the same default number of popular visas", () => {
  const [first] = schema.getQueryType()!.getFields()["popularVisas"]!.args;
  expect(first?.defaultValue).toBe(usualFirst);
});

test("the REST description of profileSrc states how long the link is valid", () => {
  expect(numbersIn(restApplicant.shape.profileSrc.description ?? "")).toEqual(linkMinutes);
});
