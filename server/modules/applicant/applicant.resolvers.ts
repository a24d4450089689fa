import DataLoader from "dataloader";
import { toPayload } from "../../platform/graphql/payload";
import type { ResolverContext, PartialResolvers } from "../completeResolvers";
import type { CreateVisaApplicantInput, UpdateVisaApplicantInput } from "../resolverTypes.generated";
import { splitPrice } from "../visaRequest/pricing.rules";
import { mapFields } from "./applicantFields.rules";
import { describeRequired } from "./documents/neededDocuments.rules";
import { groupByRequest } from "../visaRequest/visaRequest.resolvers";
import type { ApplicantService } from "./applicant.service";
import type { ApplicantFileService } from "./applicantFile.service";
import type { ApplicantView } from "./applicant.view";
import type { TravelDateService } from "./submission/travelDate.service";
import type { PartnerLoaders } from "../partner/partner.resolvers";
import type { ConsentService, ConsentView } from "../consent/consent.service";
import type { FileService } from "../file/file.service";
import type { KeptApplicantService } from "./kept/keptApplicant.service";

type Context = ResolverContext<
  {
    applicantFiles: ApplicantFileService;
    applicants: ApplicantService;
    files: FileService;
    keptApplicants: KeptApplicantService;
    travelDates: TravelDateService;
  },
  ApplicantLoaders & PartnerLoaders
>;

export const applicantResolvers = {
  Query: {
    keptApplicants: (_root, _args, { services, caller }) => services.keptApplicants.listMine(caller),
  },
  Mutation: {
    keepApplicants: (_root, { input }, { services, caller }) =>
      toPayload("keptApplicants", () => services.keptApplicants.keep(caller, input)),
    forgetApplicants: (_root, { input }, { services, caller }) =>
      toPayload("keptApplicants", () => services.keptApplicants.forget(caller, input.keptApplicantIds)),
    addKeptApplicant: (_root, { input }, { services, caller }) =>
      toPayload("visaApplicant", () => services.keptApplicants.add(caller, input)),
    createVisaApplicant: (_root, { input }, { services, caller }) =>
      toPayload("visaApplicant", async () =>
        services.applicants.create(caller, input.visaRequestId, await readSubmission(input)),
      ),
    updateVisaApplicant: (_root, { input }, { services, caller }) =>
      toPayload("visaApplicant", async () =>
        services.applicants.update(caller, input.visaApplicantId, await readSubmission(input)),
      ),
    changeTravelDate: (_root, { input }, { services, caller }) =>
      toPayload("visaRequest", () => services.travelDates.change(caller, input)),
    removeVisaApplicant: (_root, { input }, { services, caller }) =>
      toPayload("visaRequest", () => services.applicants.remove(caller, input.visaApplicantId)),
  },
  ApplicantConsent: {
    recordedBy: ({ givenByUserId }, _args, { caller, loaders }) =>
      caller.kind === "person" && caller.session.userId === givenByUserId
        ? null
        : loaders.partnerName.load(givenByUserId),
  },
  VisaApplicant: {
    consent: ({ visaApplicantId }, _args, { loaders }) => loaders.consentOfApplicant.load(visaApplicantId),
    profileSrc: ({ photo }, _args, { services, caller }) => services.files.link(caller, photo.fileId),
    passportFrontSrc: ({ passportFront }, _args, { services, caller }) =>
      services.files.link(caller, passportFront.fileId),
    passportBackSrc: ({ passportBack }, _args, { services, caller }) =>
      services.files.link(caller, passportBack.fileId),
    passportFrontType: ({ passportFront }) => passportFront.contentType,
    passportBackType: ({ passportBack }) => passportBack.contentType,
    approvedVisaSrc: ({ approvedVisa }, _args, { services, caller }) =>
      approvedVisa ? services.files.link(caller, approvedVisa.fileId) : null,
    visaApplicationDocuments: ({ documents }) => documents,
    requiredDocuments: ({ requiredDocuments }) => requiredDocuments.map(describeRequired),
  },
  VisaApplicationDocument: {
    visaApplicationDocumentId: ({ fileId }) => fileId,
    src: ({ fileId }, _args, { services, caller }) => services.files.link(caller, fileId),
  },
  PartnerUsed: {
    bytes: ({ partnerId }, _args, { services }) => services.applicantFiles.countBytes(partnerId),
  },
  VisaRequest: {
    priceLines: async (request, _args, { loaders }) => {
      if (request.papersRemovedAt) return [];
      const applicants = await loaders.applicantsOfRequest.load(request.visaRequestId);
      return splitPrice(
        request,
        applicants.map(({ travelerType }) => travelerType),
      );
    },
    visaApplicants: ({ visaRequestId }, _args, { loaders }) =>
      loaders.applicantsOfRequest.load(visaRequestId),
  },
} satisfies PartialResolvers<Context>;

/** Waits for the files, because a multipart request delivers them as promises. */
async function readSubmission<Input extends CreateVisaApplicantInput | UpdateVisaApplicantInput>(
  input: Input,
) {
  const { profileFile, passportFrontFile, passportBackFile, documentFiles } = input;
  return {
    ...input,
    details: mapFields((name) => input[name]),
    profileFile: await profileFile,
    passportFrontFile: await passportFrontFile,
    passportBackFile: await passportBackFile,
    documentFiles: documentFiles && (await Promise.all(documentFiles)),
  };
}

export function applicantLoaders({
  applicants,
  consents,
}: {
  applicants: ApplicantService;
  consents: ConsentService;
}) {
  /** Loads the applicant's most recent consent; null if none was recorded. */
  const consentOfApplicant = new DataLoader<string, ConsentView | null>(async (applicantIds) => {
    const given = await consents.findByApplicants(applicantIds);
    return applicantIds.map((id) => given.findLast((one) => one.visaApplicantId === id) ?? null);
  });
  const applicantsOfRequest = new DataLoader<string, ApplicantView[]>(async (requestIds) => {
    const found = await applicants.findWithConsents(requestIds);
    for (const { applicant, consent } of found) consentOfApplicant.prime(applicant.visaApplicantId, consent);
    return groupByRequest(
      requestIds,
      found.map(({ applicant }) => applicant),
    );
  });
  return { applicantsOfRequest, consentOfApplicant };
}
export type ApplicantLoaders = ReturnType<typeof applicantLoaders>;
