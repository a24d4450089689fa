import type { Parameters } from "../../rest/parameters";
import type { RestRoute } from "../../rest/restRoute";
import type { Services } from "../../services";
import type { Viewer } from "../../viewer";
import type { ApplicantView } from "./applicantView";
import type { ApplicantSubmission } from "./checkApplicant";

export function applicantRoutes(services: Services): RestRoute[] {
  const { applicants } = services;
  return [
    {
      method: "POST",
      url: "/api/VisaApplicant/Create",
      handle: async ({ viewer, parameters, idempotencyKey }) => {
        const { visaApplicantId } = await applicants.create(viewer, parameters.get("visaRequestId"), {
          ...readSubmission(parameters),
          idempotencyKey,
        });
        return { data: visaApplicantId };
      },
    },
    {
      method: "GET",
      url: "/api/VisaApplicant/GetByVisaRequest",
      handle: async ({ viewer, parameters }) => {
        const visaRequestId = parameters.find("visaRequestId") || parameters.get("id");
        const found = await applicants.listMine(viewer, visaRequestId);
        return { data: found.map((applicant) => toRestApplicant(services, viewer, applicant)) };
      },
    },
  ];
}

function readSubmission(parameters: Parameters): ApplicantSubmission {
  return {
    details: {
      title: parameters.find("title"),
      firstName: parameters.find("firstName"),
      lastName: parameters.find("lastName"),
      gender: parameters.find("gender"),
      dateOfBirth: parameters.find("dateOfBirth"),
      passportNumber: parameters.find("passportNumber"),
      passportIssueDate: parameters.find("passportIssueDate"),
      passportExpireDate: parameters.find("passportExpireDate"),
      travelerType: parameters.find("travelerType"),
      nationality: parameters.find("nationality"),
      passportCountry: parameters.find("passportCountry"),
      comments: parameters.find("comments"),
    },
    profileFile: parameters.file("profileFile"),
    passportFrontFile: parameters.file("passportFrontFile"),
    passportBackFile: parameters.file("passportBackFile"),
    documentFiles: parameters.files("documentFiles"),
  };
}

/** A traveller as spec §3 has them: links in place of files. */
export function toRestApplicant({ files }: Services, viewer: Viewer, applicant: ApplicantView) {
  const { photo, passportFront, passportBack, documents, approvedVisa, ...details } = applicant;
  return {
    ...details,
    profileSrc: files.link(viewer, photo.fileId),
    passportFrontSrc: files.link(viewer, passportFront.fileId),
    passportBackSrc: files.link(viewer, passportBack.fileId),
    approvedVisaSrc: approvedVisa ? files.link(viewer, approvedVisa.fileId) : null,
    visaApplicationDocuments: documents.map(({ fileId, imageName, contentType, size }) => ({
      visaApplicationDocumentId: fileId,
      imageName,
      contentType,
      size,
      src: files.link(viewer, fileId),
    })),
  };
}
