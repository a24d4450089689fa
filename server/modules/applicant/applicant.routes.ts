import { z } from "zod";
import { absent, dataResponse } from "../../platform/rest/responses";
import type { Parameters } from "../../platform/rest/parameters";
import { restRoute, type RestRoute } from "../../platform/rest/restRoute";
import type { Services } from "../../app/services";
import { type FilePurpose, maxSizeText } from "../file/file.rules";
import { restApplicant, toRestApplicant } from "./applicant.rest";
import type { ApplicantSubmission } from "./submission/applicantSubmission.service";
import { sentFields } from "./applicantFields.rest";
import { mapFields } from "./applicantFields.rules";

const atMost = (purpose: FilePurpose) => `${maxSizeText(purpose)} at most.`;
const visaRequestId = z.uuid().describe("The request that the traveller joins.");
const submission = {
  ...sentFields,
  profileFile: z.file().describe(`A passport-size photo: JPG or PNG, ${atMost("PHOTO")}`),
  passportFrontFile: z
    .file()
    .describe(`The passport's front page: JPG, PNG or PDF, ${atMost("PASSPORT_FRONT")}`),
  passportBackFile: z
    .file()
    .describe(`The passport's back page: JPG, PNG or PDF, ${atMost("PASSPORT_BACK")}`),
  documentFiles: z
    .array(z.file())
    .optional()
    .describe(`Supporting documents, one part each: JPG, PNG or PDF, ${atMost("DOCUMENT")}`),
};

export function applicantRoutes(services: Services): RestRoute[] {
  const { applicants } = services;
  return [
    restRoute({
      method: "POST",
      url: "/api/VisaApplicant/Create",
      operationId: "createVisaApplicant",
      summary: "Add a traveller",
      description:
        "Adds a traveller, with photo, passport scans and documents, to a request that is PENDING; the total follows. " +
        "All violations are told at once. `visaApplicantId` and `visaApplicantStatus` are read and ignored.",
      place: "body",
      parameters: { visaRequestId, ...submission },
      takesKey: true,
      response: dataResponse(z.uuid().describe("The `visaApplicantId` of the new traveller.")),
      errorResponses: {
        404: absent.request,
        409: "The request can no longer be changed, has this passport already, or the key was used with other values.",
      },
      handle: async ({ viewer, parameters, idempotencyKey }) => {
        const { visaApplicantId } = await applicants.create(viewer, parameters.get("visaRequestId"), {
          ...readSubmission(parameters),
          idempotencyKey,
        });
        return { data: visaApplicantId };
      },
    }),
    restRoute({
      method: "GET",
      url: "/api/VisaApplicant/GetByVisaRequest",
      operationId: "getVisaApplicants",
      summary: "The travellers of a request",
      description: "In the order they were added. One of the two parameters is needed.",
      place: "query",
      parameters: {
        visaRequestId: z.uuid().optional().describe("The `visaRequestId` of the request."),
        id: z
          .uuid()
          .optional()
          .describe("The same, by its older name; counts where `visaRequestId` is absent."),
      },
      response: dataResponse(z.array(restApplicant).describe("The travellers.")),
      errorResponses: { 404: absent.request },
      handle: async ({ viewer, parameters }) => {
        const requestId = parameters.find("visaRequestId") || parameters.get("id");
        const found = await applicants.listMine(viewer, requestId);
        return { data: found.map((applicant) => toRestApplicant(services, viewer, applicant)) };
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
