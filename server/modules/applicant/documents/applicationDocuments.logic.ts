/** The documents that an application requires, and the changes that a submission makes to them. */
import { isDeepStrictEqual } from "node:util";
import type { CatalogueService } from "../../catalogue/catalogue.service";
import {
  hasOwnField,
  requirementsFor,
  type VisaRequirement,
} from "../../catalogue/requirement/requirement.rules";
import type { TravelerType } from "../../visaRequest/pricing.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { findTravelerType, type ApplicantDetails } from "../applicant.rules";
import type { KeptDocument } from "./requiredDocuments.rules";

/**
 * Returns the documents that the visa required of this applicant on the day the application was created, and the names
 * of all documents that may be sent.
 */
export async function listDocuments(
  catalogue: CatalogueService,
  request: VisaRequestEntity,
  details: ApplicantDetails,
) {
  const requirements = await catalogue.findRequirements(request);
  const travelerType = findTravelerType(details, request.travelDate);
  return selectDocuments(catalogue, { requirements, visaId: request.visaId, travelerType });
}

export function selectDocuments(
  catalogue: CatalogueService,
  given: { requirements: VisaRequirement[]; visaId: string; travelerType: TravelerType },
) {
  const { requirements, visaId, travelerType } = given;
  const visa = catalogue.findVisaById(visaId);
  const listed = (visa?.country.visaDocuments ?? [])
    .filter(({ visaType }) => visaType === visa?.visaType)
    .map(({ documentName }) => documentName);
  const inOwnFields = requirements.filter(hasOwnField).map(({ help }) => help);
  return {
    requirements,
    required: requirementsFor(requirements, travelerType).filter((requirement) => !hasOwnField(requirement)),
    accepted: [...requirements.map(({ help }) => help), ...listed].filter(
      (name) => !inOwnFields.includes(name),
    ),
  };
}

/**
 * Returns the names of changed fields for the audit log: `laterDocuments` if a reason for sending a document later has
 * changed, `answers` if an answer has.
 */
export function compareDocuments(before: readonly KeptDocument[], after: readonly KeptDocument[]): string[] {
  return [
    ...(isDeepStrictEqual(leftForLater(before), leftForLater(after)) ? [] : ["laterDocuments"]),
    ...(isDeepStrictEqual(answersOf(before), answersOf(after)) ? [] : ["answers"]),
  ];
}

function leftForLater(documents: readonly KeptDocument[]) {
  return documents.filter(({ later }) => later).map(({ documentName, later }) => ({ documentName, later }));
}

function answersOf(documents: readonly KeptDocument[]) {
  return documents.flatMap(({ documentName, answer }) => (answer ? [{ documentName, answer }] : []));
}
