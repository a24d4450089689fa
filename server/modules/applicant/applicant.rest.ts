import { z } from "zod";
import type { Principal } from "../../core/principal";
import { restRequestFields, toRestRequestFields, type RestRequests } from "../visaRequest/visaRequest.rest";
import type { VisaRequestService } from "../visaRequest/visaRequest.service";
import type { ApplicantService } from "./applicant.service";
import type { ApplicantView } from "./applicant.view";
import { shownFields } from "./applicantFields.rest";
import { describeRequired } from "./documents/neededDocuments.rules";
import { laterReasons } from "./documents/requiredDocuments.rules";
import type { FileService } from "../file/file.service";

const link = z.string();
const linkLife = "a signed path on this server that opens without a header for at most five minutes";

const document = z
  .object({
    visaApplicationDocumentId: z.uuid().describe("UUID."),
    imageName: z.string().describe("Original file name."),
    documentName: z
      .string()
      .nullable()
      .describe("The required document that this file belongs to; null for an additional document."),
    contentType: z.enum(["image/jpeg", "image/png", "application/pdf"]).describe("Content type of the file."),
    size: z.int().min(0).describe("Size of the stored file, in bytes."),
    src: link.describe(`URL of the file; ${linkLife}.`),
  })
  .meta({ id: "VisaApplicationDocument", description: "A supporting document of an applicant." });

const requiredDocument = z
  .object({
    documentName: z
      .string()
      .describe("The document's name in the catalogue when the applicant was last updated."),
    state: z
      .enum(["SENT", "LATER", "NOT_SAID"])
      .describe(
        "SENT: a file or an answer was sent. LATER: will be sent later. NOT_SAID: neither sent nor mentioned.",
      ),
    reason: z.enum(laterReasons).nullable().describe("Why it is LATER; otherwise null."),
    note: z
      .string()
      .nullable()
      .describe("The traveller's explanation if it is LATER; null if there is none."),
  })
  .meta({ id: "RequiredDocument", description: "A document that the visa requires of an applicant." });

export const restApplicant = z
  .object({
    visaApplicantId: z.uuid().describe("UUID."),
    visaRequestId: z.uuid().describe("The application of this applicant."),
    visaApplicantStatus: z
      .enum(["NEW", "PENDING", "ACTION_REQUIRED", "APPROVED", "REJECTED"])
      .describe("Status of this applicant."),
    ...shownFields,
    profileSrc: link.describe(`URL of the photo; ${linkLife}.`),
    passportFrontSrc: link.describe(`URL of the passport's front page; ${linkLife}.`),
    passportBackSrc: link.describe(`URL of the passport's back page; ${linkLife}.`),
    approvedVisaSrc: link.nullable().describe("Signed URL of the approved visa; null unless APPROVED."),
    visaApplicationDocuments: z.array(document).describe("The supporting documents, in upload order."),
    requiredDocuments: z
      .array(requiredDocument)
      .describe(
        "The documents that the visa required besides photo and passport when this applicant was last updated.",
      ),
    createdAt: z.iso.datetime().describe("When the applicant was added; ISO 8601, UTC."),
  })
  .meta({ id: "VisaApplicant", description: "An applicant of an application." });

export function toRestApplicant(
  { files }: { files: FileService },
  caller: Principal,
  applicant: ApplicantView,
): z.output<typeof restApplicant> {
  const { photo, passportFront, passportBack, documents, requiredDocuments, approvedVisa, ...rest } =
    applicant;
  // The review's fields are available only in GraphQL.
  const {
    mrz: _mrz,
    decidedAt: _at,
    rejectionReason: _reason,
    decisionNote: _note,
    waitingVisa: _waiting,
    ...details
  } = rest;
  return {
    ...details,
    profileSrc: files.link(caller, photo.fileId),
    passportFrontSrc: files.link(caller, passportFront.fileId),
    passportBackSrc: files.link(caller, passportBack.fileId),
    approvedVisaSrc: approvedVisa ? files.link(caller, approvedVisa.fileId) : null,
    visaApplicationDocuments: documents.map(({ fileId, imageName, documentName, contentType, size }) => ({
      visaApplicationDocumentId: fileId,
      imageName,
      documentName,
      contentType,
      size,
      src: files.link(caller, fileId),
    })),
    requiredDocuments: requiredDocuments
      .map(describeRequired)
      // Requirement ids are available only in GraphQL.
      .map(({ documentName, state, reason, note }) => ({ documentName, state, reason, note })),
  };
}

const restRequest = z
  .object({
    ...restRequestFields,
    visaApplicants: z.array(restApplicant).describe("The applicants, in the order they were added."),
  })
  .meta({ id: "VisaRequest", description: "An application for one visa, for one or more applicants." });

export function makeRestRequests(services: {
  applicants: ApplicantService;
  files: FileService;
  visaRequests: VisaRequestService;
}): RestRequests<z.output<typeof restRequest>> {
  return {
    schema: restRequest,
    async show(caller, requests) {
      const applicants = await services.applicants.findByRequests(
        requests.map(({ visaRequestId }) => visaRequestId),
      );
      return requests.map((request) => ({
        ...toRestRequestFields(caller, request),
        expectedDate: services.visaRequests.findExpectedDate(request),
        visaApplicants: applicants
          .filter(({ visaRequestId }) => visaRequestId === request.visaRequestId)
          .map((applicant) => toRestApplicant(services, caller, applicant)),
      }));
    },
  };
}
