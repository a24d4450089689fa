import { findTravelerType } from "../../../server/modules/applicant/applicant.rules";
import { useChecks } from "../../file/field/useChecks";
import type { RestoredDraft } from "../draft/applicantDraft";
import type { Requirement } from "../form/requiredSlots";
import { type DetailsForm, useDetailsForm } from "../form/useDetailsForm";
import type { FormViolation, Gate, GateState } from "../form/wizardSteps";
import type { ApplicantPartsFragment } from "../operations.generated";
import { findPhotoRules } from "../photo/findPhotoRules";
import { usePictureChecks } from "../photo/usePictureChecks";
import { useApplicantFiles, useRequiredSlots } from "./useApplicantFiles";
import { type ChangeTravelDate, useChangeTravelDate } from "./useChangeTravelDate";
import { useConsent } from "./useConsent";
import { useFormProblem } from "./useFormProblem";

export interface ApplicantFormSources {
  request: { visaRequestId: string; travelDate: string; visaApplicants: readonly ApplicantPartsFragment[] };
  /** Empty until loaded. */
  requirements: readonly Requirement[];
  /** The applicant being edited; undefined for a new one. */
  before: ApplicantPartsFragment | undefined;
  first: ApplicantPartsFragment | undefined;
  restored: RestoredDraft | undefined;
}

/** The one form behind the wizard's steps: files, details, documents, consent, and their errors. */
export function useApplicantForm(sources: ApplicantFormSources) {
  const { request, requirements, before, first, restored } = sources;
  const { travelDate } = request;
  const others = request.visaApplicants.filter((one) => one !== before);
  const files = useApplicantFiles(before, restored?.files);
  const problem = useFormProblem();
  const { isChecking, whileChecking } = useChecks();
  const details = useDetailsForm({
    before,
    first,
    restored: restored?.values,
    travelDate,
    onCorrected: problem.drop,
  });
  const dateChange = useChangeTravelDate({
    request,
    today: details.today,
    restored: restored?.travelDate,
    onCorrected: () => problem.drop("travelDate"),
  });
  const photoRules = findPhotoRules(requirements);
  const checks = usePictureChecks({ details, before, first, restored: restored?.files, files, photoRules });
  const consent = useConsent({
    before,
    others,
    dateOfBirth: details.tidied.dateOfBirth,
    today: details.today,
    onChanged: problem.drop,
  });
  const documents = useRequiredSlots({
    requirements,
    travelerType: findTravelerType(details.tidied, travelDate),
    before,
    others,
    restored,
    files,
  });

  const choose: typeof files.choose = (slot, prepared) => {
    problem.drop(slot);
    files.choose(slot, prepared);
    checks.take(slot, prepared);
  };

  return {
    before,
    others,
    files,
    choose,
    photoRules,
    checks,
    isChecking,
    whileChecking,
    details,
    dateChange,
    documents,
    consent,
    problem,
    ...findGates({ files, dateChange, details, documents, problem }),
  };
}

interface GateParts {
  files: Pick<GateState, "hasFile">;
  dateChange: ChangeTravelDate;
  details: DetailsForm;
  documents: { violations: FormViolation[] };
  problem: ReturnType<typeof useFormProblem>;
}

/** Returns the missing files and violations that block the steps, and a function that shows them. */
function findGates({ files, dateChange, details, documents, problem }: GateParts) {
  const gateState: GateState = {
    hasFile: files.hasFile,
    detailViolations: [...dateChange.violations, ...details.violations, ...documents.violations],
  };
  const showGate = ({ step, violations }: Gate) => {
    if (step === "details") details.showViolations();
    problem.show(step, violations, step === "details" ? "summary" : "field");
  };
  return { gateState, showGate };
}

export type ApplicantForm = ReturnType<typeof useApplicantForm>;
