import { z } from "zod";
import { absent, dataResponse } from "../../platform/rest/responses";
import type { Parameters } from "../../platform/rest/parameters";
import { restRoute, type RestRoute } from "../../platform/rest/restRoute";
import { maxSizeText } from "../file/file.rules";
import { restApplicant, toRestApplicant } from "./applicant.rest";
import type { ApplicantSubmission } from "./submission/applicantSubmission.service";
import { sentFields } from "./applicantFields.rest";
import { mapFields } from "./applicantFields.rules";
import type { ApplicantService } from "./applicant.service";
import type { FileService } from "../file/file.service";

const atMost = `at most ${maxSizeText}.`;
const visaRequestId = z.uuid().describe("The application to add the applicant to.");
const submission = {
  ...sentFields,
  profileFile: z.file().describe(`A passport-size photo: JPG or PNG, ${atMost}`),
  passportFrontFile: z.file().describe(`The passport's front page: JPG, PNG or PDF, ${atMost}`),
  passportBackFile: z.file().describe(`The passport's back page: JPG, PNG or PDF, ${atMost}`),
  documentFiles: z
    .array(z.file())
    .optional()
    .describe(`Supporting documents, one part per file: JPG, PNG or PDF, ${atMost}`),
};

export function applicantRoutes(services: { applicants: ApplicantService; files: FileService }): RestRoute[] {
  const { applicants } = services;
  return [
    restRoute({
      method: "POST",
      url: "/api/VisaApplicant/Create",
      action: "createVisaApplicant",
      operationId: "createVisaApplicant",
      summary: "Add an applicant",
      description:
        "Adds an applicant with photo, passport pages and documents to an application that is PENDING, and updates the " +
        "total. Reports all violations together. `visaApplicantId` and `visaApplicantStatus` are accepted and ignored. A " +
        "partner's key gets 400 with `REQUIRED` for `consent`, which only `createVisaApplicant` of GraphQL accepts.",
      place: "body",
      parameters: { visaRequestId, ...submission },
      takesKey: true,
      response: dataResponse(z.uuid().describe("The `visaApplicantId` of the new applicant.")),
      errorResponses: {
        404: absent.request,
        409: "The application can no longer be changed or already has this passport, or the idempotency key was used with other values.",
      },
      handle: async ({ caller, parameters, idempotencyKey }) => {
        const { visaApplicantId } = await applicants.create(caller, parameters.getId("visaRequestId"), {
          ...readSubmission(parameters),
          idempotencyKey,
        });
        return { data: visaApplicantId };
      },
    }),
    restRoute({
      method: "GET",
      url: "/api/VisaApplicant/GetByVisaRequest",
      action: "visaRequest",
      operationId: "getVisaApplicants",
      summary: "The applicants of an application",
      description:
        "Lists the applicants in the order they were added. One of the two parameters is required.",
      place: "query",
      parameters: {
        visaRequestId: z.uuid().optional().describe("The `visaRequestId` of the application."),
        id: z.uuid().optional().describe("Older name of `visaRequestId`, used if that is absent."),
      },
      response: dataResponse(z.array(restApplicant).describe("The applicants.")),
      errorResponses: { 404: absent.request },
      handle: async ({ caller, parameters }) => {
        const requestId = parameters.findId("visaRequestId") || parameters.getId("id");
        const found = await applicants.listMine(caller, requestId);
        return { data: found.map((applicant) => toRestApplicant(services, caller, applicant)) };
      },
    }),
  ];
}

function readSubmission(parameters: Parameters<keyof typeof submission>): ApplicantSubmission {
  return {
    details: mapFields((name) => parameters.find(name)),
    profileFile: parameters.file("profileFile"),
    passportFrontFile: parameters.file("passportFrontFile"),
    passportBackFile: parameters.file("passportBackFile"),
    documentFiles: parameters.files("documentFiles"),
  };
}
