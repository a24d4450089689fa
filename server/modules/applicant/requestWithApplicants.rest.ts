import { z } from "zod";
import { restRequestFields, toRestRequestFields, type RestRequests } from "../visaRequest/visaRequest.rest";
import { restApplicant, toRestApplicant } from "./applicant.rest";
import type { ApplicantService } from "./applicant.service";
import type { FileService } from "../file/file.service";

const restRequest = z
  .object({
    ...restRequestFields,
    visaApplicants: z.array(restApplicant).describe("The applicants, in the order they were added."),
  })
  .meta({ id: "VisaRequest", description: "An application for one visa, for one or more applicants." });

export function makeRestRequests(services: {
  applicants: ApplicantService;
  files: FileService;
}): RestRequests<z.output<typeof restRequest>> {
  return {
    schema: restRequest,
    async show(caller, requests) {
      const applicants = await services.applicants.findByRequests(
        requests.map(({ visaRequestId }) => visaRequestId),
      );
      return requests.map((request) => ({
        ...toRestRequestFields(caller, request),
        visaApplicants: applicants
          .filter(({ visaRequestId }) => visaRequestId === request.visaRequestId)
          .map((applicant) => toRestApplicant(services, caller, applicant)),
      }));
    },
  };
}
