import type { ApplicantDetails } from "../../../server/modules/applicant/applicant.rules";
import type { ZoneLines } from "../../../server/modules/file/passport/sureLines.rules";
import type { UploadContext } from "../../apollo/uploadLink";
import type { ApplicantConsentInput } from "../../schemaTypes.generated";
import { createInput, updateInput, type ApplicantFiles } from "../form/applicantForm";
import type { RequiredSlot } from "../form/requiredSlots";
import { useUpload, type SendResponse, type SendOutcome } from "../form/useUpload";
import type { ApplicantPartsFragment } from "../operations.generated";
import { useCreateVisaApplicantMutation, useUpdateVisaApplicantMutation } from "./operations.generated";

/** Fields of the request that change with its applicants. */
const staleFields = ["visaApplicants", "noOfApplicants", "netPrice", "serviceFee", "gst", "totalPrice"];

interface FilledForm {
  values: ApplicantDetails;
  files: ApplicantFiles;
  required: readonly RequiredSlot[];
  consent: ApplicantConsentInput | undefined;
  passportLines: ZoneLines | undefined;
}

export function useSendApplicant(given: {
  visaRequestId: string;
  before: ApplicantPartsFragment | undefined;
  idempotencyKey: string;
}) {
  const { visaRequestId, before, idempotencyKey } = given;
  const { run, ...upload } = useUpload();
  const [create] = useCreateVisaApplicantMutation();
  const [update] = useUpdateVisaApplicantMutation();

  const call = async (filled: FilledForm, context: UploadContext): Promise<SendResponse> => {
    if (!before) {
      const input = createInput({ visaRequestId, ...filled, idempotencyKey });
      const { data } = await create({
        variables: { input },
        context: { ...context },
        // Evicted together, so that list and totals of the request are refetched consistently.
        update: (cache) => {
          const id = cache.identify({ __typename: "VisaRequest", visaRequestId });
          for (const fieldName of staleFields) cache.evict({ id, fieldName });
        },
      });
      return data?.createVisaApplicant;
    }
    const input = updateInput({ before, ...filled });
    if (!input) return { visaApplicant: before, userErrors: [] };
    const { data } = await update({ variables: { input }, context: { ...context } });
    return data?.updateVisaApplicant;
  };

  const send = (filled: FilledForm): Promise<SendOutcome> => run((context) => call(filled, context));

  return { ...upload, send };
}
