import { InMemoryCache } from "@apollo/client";

/** The id field of each type that has one (schema/*.graphql). */
const idFields: Record<string, string> = {
  VisaCountry: "visaCountryId",
  Visa: "visaId",
  VisaDocument: "visaDocumentId",
  VisaTerm: "visaTermsId",
  VisaFAQ: "visaFAQId",
  VisaRequest: "visaRequestId",
  VisaApplicant: "visaApplicantId",
  VisaApplicationDocument: "visaApplicationDocumentId",
  Correction: "correctionId",
  User: "userId",
  StaffMember: "staffId",
  StaffQueueItem: "visaRequestId",
};

/** A cache normalised by id; objects selected without their id stay embedded in their parent. */
export function makeCache(): InMemoryCache {
  return new InMemoryCache({
    dataIdFromObject: (object) => {
      if (object.__typename === "SiteInfo") return "SiteInfo";
      const id = object[idFields[object.__typename ?? ""] ?? ""];
      return typeof id === "string" ? `${object.__typename}:${id}` : undefined;
    },
    typePolicies: {
      Visa: { fields: { priceSummary: { merge: true } } },
      StaffQueueCounts: { merge: true },
      SiteInfo: { fields: { uploadLimits: { merge: true } } },
    },
  });
}
