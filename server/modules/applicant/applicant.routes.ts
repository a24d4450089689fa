import { z } from "zod";
import { absent, dataResponse } from "../../rest/responses";
import type { Parameters } from "../../rest/parameters";
import { restRoute, type RestRoute } from "../../rest/restRoute";
import type { Services } from "../../services";
import { maxFileBytes } from "../file/file.rules";
import { restApplicant, toRestApplicant } from "./applicant.rest";
import { genders, titles } from "./applicant.rules";
import { travelerTypes } from "../visaRequest/pricing.rules";
import type { ApplicantSubmission } from "./applicantCheck.service";

const megabytes = `${maxFileBytes / 1024 / 1024} MB at most`;
const visaRequestId = z.uuid().describe("The request that the traveller joins.");
const submission = {
  title: z.enum(titles).optional().describe("Form of address; `Mr.` where it is left out."),
  firstName: z.string().max(60).describe("As in the passport."),
  lastName: z.string().max(60).describe("As in the passport."),
  gender: z.enum(genders).describe("As in the passport."),
  dateOfBirth: z.iso.date().describe("YYYY-MM-DD, not in the future."),
  passportNumber: z
    .string()
    .describe("1 to 9 letters and digits; spaces are left out, letters become capitals."),
  passportIssueDate: z.iso.date().describe("YYYY-MM-DD, not in the future."),
  passportExpireDate: z.iso.date().describe("YYYY-MM-DD."),
  travelerType: z
    .enum(travelerTypes)
    .optional()
    .describe(
      "Follows from the age on the day of travel where it is left out: INFANT under 3, CHILD under 18, else ADULT. " +
        "One that does not fit is refused.",
    ),
  nationality: z.string().max(60).optional().describe("`INDIAN` where it is left out."),
  passportCountry: z
    .string()
    .max(60)
    .optional()
    .describe("The country that issued the passport; `INDIA` where it is left out."),
  comments: z.string().max(1000).optional().describe("Anything the staff should know."),
  profileFile: z.file().describe(`A passport-size photo: JPG or PNG, ${megabytes}.`),
  passportFrontFile: z.file().describe(`The passport's front page: JPG, PNG or PDF, ${megabytes}.`),
  passportBackFile: z.file().describe(`The passport's back page: JPG, PNG or PDF, ${megabytes}.`),
  documentFiles: z
    .array(z.file())
    .optional()
    .describe(`Supporting papers, one part each: JPG, PNG or PDF, ${megabytes}.`),
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
        "Adds a traveller, with photo, passport scans and papers, to a request that is PENDING; the total follows. " +
        "Every fault is told at once. `visaApplicantId` and `visaApplicantStatus` are read and ignored.",
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
