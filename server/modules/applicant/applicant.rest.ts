/** An applicant in REST responses, with links instead of file ids. */
import { z } from "zod";
import type { Services } from "../../app/services";
import type { Viewer } from "../../core/viewer";
import type { ApplicantView } from "./applicant.view";
import { shownFields } from "./applicantFields.rest";
import { describeRequired, laterReasons } from "./requiredDocuments.rules";

const link = z.string();
const linkLife = "a path on this server that opens without a header for five minutes or less";

const document = z
  .object({
    visaApplicationDocumentId: z.uuid().describe("UUID."),
    imageName: z.string().describe("The name of the file that was sent."),
    documentName: z
      .string()
      .nullable()
      .describe("The required document that it answers; null for one beyond the list."),
    contentType: z.enum(["image/jpeg", "image/png", "application/pdf"]).describe("What kind of file it is."),
    size: z.int().min(0).describe("Its size as kept, in bytes."),
    src: link.describe(`Link to it; ${linkLife}.`),
  })
  .meta({ id: "VisaApplicationDocument", description: "One supporting document of a traveller." });

const requiredDocument = z
  .object({
    documentName: z.string().describe("The text that it stood under in the visa's list then."),
    state: z
      .enum(["SENT", "LATER", "NOT_SAID"])
      .describe(
        "SENT: one or more documents have its name. LATER: left for later. NOT_SAID: nothing was said.",
      ),
    reason: z.enum(laterReasons).nullable().describe("Why it is LATER; null otherwise."),
    note: z.string().nullable().describe("The traveller's word on why it is LATER; null for none."),
  })
  .meta({ id: "RequiredDocument", description: "One document that the visa requires of a traveller." });

export const restApplicant = z
  .object({
    visaApplicantId: z.uuid().describe("UUID."),
    visaRequestId: z.uuid().describe("The request that they belong to."),
    visaApplicantStatus: z
      .enum(["NEW", "PENDING", "ACTION_REQUIRED", "APPROVED", "REJECTED"])
      .describe("Where their case stands."),
    ...shownFields,
    profileSrc: link.describe(`Link to the photo; ${linkLife}.`),
    passportFrontSrc: link.describe(`Link to the passport's front page; ${linkLife}.`),
    passportBackSrc: link.describe(`Link to the passport's back page; ${linkLife}.`),
    approvedVisaSrc: link
      .nullable()
      .describe("Link to the visa once APPROVED, of the same kind; null before."),
    visaApplicationDocuments: z
      .array(document)
      .describe("The supporting documents, in the order they were sent."),
    requiredDocuments: z
      .array(requiredDocument)
      .describe("What the visa required beside photo and passport when this traveller was last changed."),
    createdAt: z.iso.datetime().describe("When they were added; ISO 8601, UTC."),
  })
  .meta({ id: "VisaApplicant", description: "One traveller of a visa request." });

export function toRestApplicant(
  { files }: Services,
  viewer: Viewer,
  applicant: ApplicantView,
): z.output<typeof restApplicant> {
  const { photo, passportFront, passportBack, documents, requiredDocuments, approvedVisa, ...rest } =
    applicant;
  // Fields of the review are available in GraphQL only.
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
    profileSrc: files.link(viewer, photo.fileId),
    passportFrontSrc: files.link(viewer, passportFront.fileId),
    passportBackSrc: files.link(viewer, passportBack.fileId),
    approvedVisaSrc: approvedVisa ? files.link(viewer, approvedVisa.fileId) : null,
    visaApplicationDocuments: documents.map(({ fileId, imageName, documentName, contentType, size }) => ({
      visaApplicationDocumentId: fileId,
      imageName,
      documentName,
      contentType,
      size,
      src: files.link(viewer, fileId),
    })),
    requiredDocuments: requiredDocuments.map(describeRequired),
  };
}
