import { toPayload } from "../../platform/graphql/payload";
import type { ResolversOf } from "../completeResolvers";
import type { CreateVisaApplicantInput, UpdateVisaApplicantInput } from "../resolverTypes.generated";
import { splitPrice } from "../visaRequest/pricing.rules";
import type { ApplicantSubmission } from "./submission/applicantSubmission.service";
import { mapFields } from "./applicantFields.rules";
import { describeRequired } from "./requiredDocuments.rules";

export const applicantMutations: Pick<
  ResolversOf<"Mutation">,
  "createVisaApplicant" | "updateVisaApplicant" | "removeVisaApplicant" | "changeTravelDate"
> = {
  createVisaApplicant: (_root, { input }, { services, viewer }) =>
    toPayload("visaApplicant", async () => {
      const { visaRequestId, idempotencyKey } = input;
      const submission = await readSubmission(input);
      return services.applicants.create(viewer, visaRequestId, { ...submission, idempotencyKey });
    }),
  updateVisaApplicant: (_root, { input }, { services, viewer }) =>
    toPayload("visaApplicant", async () => {
      const { visaApplicantId, removeDocumentIds } = input;
      const submission = await readSubmission(input);
      return services.applicants.update(viewer, visaApplicantId, { ...submission, removeDocumentIds });
    }),
  changeTravelDate: (_root, { input }, { services, viewer }) =>
    toPayload("visaRequest", () => services.travelDates.change(viewer, input)),
  removeVisaApplicant: (_root, { input }, { services, viewer }) =>
    toPayload("visaRequest", () => services.applicants.remove(viewer, input.visaApplicantId)),
};

export const applicantTypes: {
  VisaApplicant: Omit<ResolversOf<"VisaApplicant">, "corrections">;
  VisaApplicationDocument: ResolversOf<"VisaApplicationDocument">;
} = {
  VisaApplicant: {
    consent: ({ visaApplicantId }, _args, { loaders }) => loaders.consentOfApplicant.load(visaApplicantId),
    profileSrc: ({ photo }, _args, { services, viewer }) => services.files.link(viewer, photo.fileId),
    passportFrontSrc: ({ passportFront }, _args, { services, viewer }) =>
      services.files.link(viewer, passportFront.fileId),
    passportBackSrc: ({ passportBack }, _args, { services, viewer }) =>
      services.files.link(viewer, passportBack.fileId),
    passportFrontType: ({ passportFront }) => passportFront.contentType,
    passportBackType: ({ passportBack }) => passportBack.contentType,
    approvedVisaSrc: ({ approvedVisa }, _args, { services, viewer }) =>
      approvedVisa ? services.files.link(viewer, approvedVisa.fileId) : null,
    visaApplicationDocuments: ({ documents }) => documents,
    requiredDocuments: ({ requiredDocuments }) => requiredDocuments.map(describeRequired),
  },
  VisaApplicationDocument: {
    visaApplicationDocumentId: ({ fileId }) => fileId,
    src: ({ fileId }, _args, { services, viewer }) => services.files.link(viewer, fileId),
  },
};

export const requestApplicantFields: Pick<ResolversOf<"VisaRequest">, "visaApplicants" | "priceLines"> = {
  priceLines: async (request, _args, { loaders }) => {
    if (request.papersRemovedAt) return [];
    const applicants = await loaders.applicantsOfRequest.load(request.visaRequestId);
    return splitPrice(
      request,
      applicants.map(({ travelerType }) => travelerType),
    );
  },
  visaApplicants: ({ visaRequestId }, _args, { loaders }) => loaders.applicantsOfRequest.load(visaRequestId),
};

/** Waits for the files: a multipart request delivers them as promises. */
async function readSubmission(
  input: CreateVisaApplicantInput | UpdateVisaApplicantInput,
): Promise<ApplicantSubmission> {
  const { profileFile, passportFrontFile, passportBackFile, documentFiles } = input;
  const { documentNames, laterDocuments, mrzLine1, mrzLine2 } = input;
  return {
    details: mapFields((name) => input[name]),
    profileFile: await profileFile,
    passportFrontFile: await passportFrontFile,
    passportBackFile: await passportBackFile,
    documentFiles: documentFiles && (await Promise.all(documentFiles)),
    documentNames: documentNames?.map((name) => name ?? null),
    laterDocuments,
    mrzLine1,
    mrzLine2,
    consent: input.consent,
  };
}
