import { NetworkStatus } from "@apollo/client";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { findApplicantDraft } from "../../applicant/draft/applicantDraft";
import { useDraftLock, useStoredDraft } from "../../applicant/draft/useDraft";
import { useKeptApplicants } from "../../applicant/kept/useKeptApplicants";
import { usePlan } from "../../applicant/travellers/usePlan";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { useLastDefined } from "../../lib/hooks";
import { useWizardRequestQuery } from "./operations.generated";
import { useVisaGuide } from "./useVisaGuide";

/** Reads the address, and loads the application, its visa, and the draft and plan stored on this device. */
export function useWizardPage(userId: string | undefined, visaRequestId: string) {
  const [params] = useSearchParams();
  const applicantId = params.get("applicant");
  const query = useWizardRequestQuery({
    variables: { visaRequestId },
    skip: !visaRequestId,
    fetchPolicy: "cache-and-network",
  });
  const guide = useVisaGuide(visaRequestId);
  const request = useLastDefined(query.data?.visaRequest ?? undefined);
  const asksWho = params.get("step") === "travellers" && !request?.visaApplicants.length;
  const requestPlace = userId && visaRequestId ? { userId, visaRequestId } : undefined;
  // Changes to an existing applicant are not stored as a draft, because the server's data is authoritative. While the
  // page asks who is travelling, no form is open; the next form reads the draft again.
  const place = applicantId || asksWho ? undefined : requestPlace;
  const draft = useFormDraft(place);
  const planning = usePlan(requestPlace);
  const { kept, isLoading: isLookingForKept } = useKeptApplicants({ skip: !asksWho });
  return {
    applicantId,
    asksWho,
    query,
    request,
    guide,
    requestPlace,
    place,
    draft,
    planning,
    kept,
    // Does not wait while requirements are loaded again, because the form works without them.
    isLoading:
      draft.isLooking ||
      planning.isLooking ||
      guide.networkStatus === NetworkStatus.loading ||
      isLookingForKept,
  };
}

export type WizardPage = ReturnType<typeof useWizardPage>;
export type WizardRequest = NonNullable<WizardPage["request"]>;

/** Loads the draft for the form once this tab holds its lock. */
function useFormDraft(place: DraftPlace | undefined) {
  const { state, turn, takeOver } = useDraftLock(place);
  const stored = useStoredDraft(state === "held" ? place : undefined, findApplicantDraft, turn);
  const [emptyForms, setEmptyForms] = useState(0);
  return {
    isElsewhere: state === "elsewhere",
    takeOver,
    isLooking: state === "waiting" || stored.isLooking,
    restored: stored.draft,
    openEmptyForm: () => {
      stored.forget();
      setEmptyForms((count) => count + 1);
    },
    /** React key that changes when another form replaces the current one. */
    formKey: `${emptyForms} ${turn}`,
    hasReplaced: turn + emptyForms > 1,
  };
}
