import { useEffect, useEffectEvent, useRef } from "react";
import { Link, Navigate, useNavigate, useParams } from "react-router-dom";
import { findStarted } from "../../applicant/draft/useUnfinishedDrafts";
import {
  describePlanned,
  isPlanUseful,
  type PlannedTraveller,
  withoutRemoved,
} from "../../applicant/travellers/travellerPlan";
import { WhoIsTravelling } from "../../applicant/travellers/WhoIsTravelling";
import { Wizard } from "../../applicant/wizard/Wizard";
import { useLastUserId } from "../../auth/session";
import { visaRuleLine } from "../../file/fileRuleLine";
import { ApplicationFailure } from "../../components/feedback/PageFailure";
import { LoadingRegion, Skeleton, SkeletonCard } from "../../components/feedback/Skeleton";
import { eraseForms, type RequestPlace } from "../../lib/drafts/draftRecords";
import { useHasLeft } from "../../lib/hooks";
import { paths } from "../../paths";
import { usePageTitle } from "../../seo/useHead";
import { SlimLayout } from "./SlimLayout";
import { useWizardPage, type WizardPage, type WizardRequest } from "./useWizardPage";
import { VisaGuide } from "./VisaGuide";
import { Button } from "../../components/Button";
import { useToast } from "../../components/feedback/ToastProvider";
import { InlineAlert } from "../../components/feedback/InlineAlert";

/** The application wizard for a new applicant, or for an existing one with `?applicant=`. */
export default function VisaRequestPage() {
  const { visaRequestId = "" } = useParams();
  const userId = useLastUserId();
  // The key resets the page, so that the next user who logs in never sees the previous user's input.
  return (
    <SlimLayout>
      <VisaRequest key={`${userId} ${visaRequestId}`} userId={userId} visaRequestId={visaRequestId} />
    </SlimLayout>
  );
}

interface VisaRequestProps {
  userId: string | undefined;
  visaRequestId: string;
}

function VisaRequest({ userId, visaRequestId }: VisaRequestProps) {
  const page = useWizardPage(userId, visaRequestId);
  const { applicantId, query, request, draft } = page;
  usePageTitle(request || query.loading || query.error ? undefined : "Application not found");

  if (!request) {
    if (query.loading) return <WizardSkeleton />;
    if (query.error) return <ApplicationFailure error={query.error} refetch={query.refetch} />;
    return <NotFound />;
  }
  if (request.visaRequestStatus !== "PENDING")
    return <LeaveClosed place={page.requestPlace} request={request} />;
  if (draft.isElsewhere)
    return <OpenElsewhere title={`Application for ${request.visaName}`} onTakeOver={draft.takeOver} />;
  if (page.isLoading) return <WizardSkeleton />;

  const before = applicantId
    ? request.visaApplicants.find(({ visaApplicantId }) => visaApplicantId === applicantId)
    : undefined;
  if (applicantId && !before)
    return query.loading ? <WizardSkeleton /> : <ApplicantNotFound visaRequestId={visaRequestId} />;
  return <OpenRequest page={page} request={request} before={before} />;
}

interface OpenRequestProps {
  page: WizardPage;
  request: WizardRequest;
  /** The applicant being edited; undefined for a new one. */
  before: WizardRequest["visaApplicants"][number] | undefined;
}

/** Asks who is travelling, or shows the form of one applicant, and then that of the next planned one. */
function OpenRequest({ page, request, before }: OpenRequestProps) {
  const { query, guide, planning, draft, kept } = page;
  const { visaRequestId, visaApplicants } = request;
  const { openPage, openNext } = useOpenNext(page, visaRequestId);
  const visa = guide.data?.visaRequest?.visa ?? undefined;
  const requirements = guide.data?.visaRequest?.requirements ?? [];
  const guideFailure = guide.data
    ? undefined
    : { isRetrying: guide.loading, onRetry: () => void guide.refetch().catch(() => undefined) };
  if (page.asksWho)
    return (
      <WhoIsTravelling
        request={request}
        photoRule={visaRuleLine("PHOTO", requirements)}
        kept={(!request.preparedBy && kept?.applicants) || []}
        onContinue={async (plan) => {
          if (isPlanUseful(plan)) return openNext(plan);
          await planning.save([]);
          return openPage(paths.visarequest(visaRequestId));
        }}
      />
    );

  const plan = withoutRemoved(planning.plan, visaApplicants);
  const [planned] = plan;
  if (!before && planned?.visaApplicantId) return <Navigate to={formPath(visaRequestId, planned)} replace />;
  const isPlanned = planned?.visaApplicantId === before?.visaApplicantId;
  return (
    <>
      <Wizard
        key={before?.visaApplicantId ?? `new ${draft.formKey}`}
        request={request}
        requirements={requirements}
        guideFailure={guideFailure}
        before={before}
        first={visaApplicants[0]}
        place={page.place}
        restored={draft.restored}
        planned={isPlanned ? describePlanned(plan, visaApplicants) : undefined}
        onStartOver={draft.openEmptyForm}
        onSent={() => (isPlanned ? openNext(plan.slice(1)) : openPage(paths.visaapplicants(visaRequestId)))}
        onStale={() => void query.refetch().catch(() => undefined)}
        onDraftsTurned={() => void planning.save(planning.plan)}
        guide={
          <VisaGuide
            visaName={request.visaName}
            visa={visa}
            requirements={requirements}
            failure={guideFailure}
          />
        }
      />
      {draft.hasReplaced && <TakenOver key={draft.formKey} />}
    </>
  );
}

/** Returns the URL of a planned applicant's form, at the step for documents if the details are stored. */
const formPath = (visaRequestId: string, { visaApplicantId: applicant }: PlannedTraveller) =>
  paths.visarequest(visaRequestId, applicant ? { applicant, step: "details" } : undefined);

/** Opens the page that follows a form, unless the traveller has left. */
function useOpenNext({ query, planning, draft }: WizardPage, visaRequestId: string) {
  const navigate = useNavigate();
  const hasLeft = useHasLeft();
  const openPage = (to: string) => (hasLeft() ? undefined : navigate(to));
  /** Opens the next planned applicant's form; opens the list of applicants if none is planned. */
  const openNext = async (plan: PlannedTraveller[]) => {
    const [next] = plan;
    if (next) await query.refetch().catch(() => undefined);
    await planning.save(plan);
    if (!next) return openPage(paths.visaapplicants(visaRequestId));
    draft.openEmptyForm();
    return openPage(formPath(visaRequestId, next));
  };
  return { openPage, openNext };
}

/** Erases the draft of a request that is no longer PENDING, and reports the applicant who was not added. */
function LeaveClosed({ place, request }: { place: RequestPlace | undefined; request: WizardRequest }) {
  const toast = useToast();
  const erase = useEffectEvent(async () => {
    if (!place) return;
    const unsent = await findStarted(place, request);
    await eraseForms(place);
    if (!unsent) return;
    const who = unsent.firstName || "The applicant you were adding";
    const event = request.visaRequestStatus === "CANCELLED" ? "cancelled" : "paid";
    toast.error(`${who} was not added. This application was ${event} in the meantime.`);
  });
  useEffect(() => void erase(), []);
  return <Navigate to={paths.visaapplicants(request.visaRequestId)} replace />;
}

function NotFound() {
  return (
    <div className="stack-4 items-start">
      <h1 tabIndex={-1}>Application not found</h1>
      <p>This application does not exist, or it belongs to another account.</p>
      <Link to={paths.applications()}>All applications</Link>
    </div>
  );
}

function ApplicantNotFound({ visaRequestId }: { visaRequestId: string }) {
  usePageTitle("Applicant not found");
  return (
    <div className="stack-4 items-start">
      <h1 tabIndex={-1}>Applicant not found</h1>
      <p>This applicant was removed from the application, so changes cannot be saved.</p>
      <Link to={paths.visaapplicants(visaRequestId)}>See the application</Link>
    </div>
  );
}

function WizardSkeleton() {
  return (
    <LoadingRegion className="stack-4">
      <Skeleton height={44} width="90%" />
      <Skeleton height={72} />
      <Skeleton height={32} width="50%" />
      <SkeletonCard rows={6} />
    </LoadingRegion>
  );
}

/** Shown if the form is open in another tab, because two forms would overwrite each other's draft. */
function OpenElsewhere({ title, onTakeOver }: { title: string; onTakeOver: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  // Takes the focus, which the replaced form may have had.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="stack-4 items-start">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <InlineAlert tone="warning">
        <p>You are filling in these details in another tab.</p>
        <p>If you continue here, the form there is closed. Everything you entered is saved.</p>
      </InlineAlert>
      <Button onClick={onTakeOver}>Continue here</Button>
    </div>
  );
}

/** Focuses the heading of a form that replaces another, because the focused button was removed. Renders nothing. */
function TakenOver() {
  useEffect(() => {
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>("main h1")?.focus();
  }, []);
  return null;
}
