import type { ConfirmedRequestQuery } from "../pages/application/confirmedRequest.generated";

type Request = NonNullable<ConfirmedRequestQuery["visaRequest"]>;
type Look = Omit<Request["accessLog"][number], "at">;

const actors: Record<Look["actor"], string> = { YOU: "You", STAFF: "Our staff", SYSTEM: "The system" };

const papers: Record<NonNullable<Look["paper"]>, string> = {
  PHOTO: "the photo",
  PASSPORT_FRONT: "the passport front page",
  PASSPORT_BACK: "the passport back page",
  DOCUMENT: "a supporting document",
  VISA: "the visa",
};

/** One look or change as a sentence: `Our staff opened the photo of Asha Rao`. */
export function describeAccess(
  { actor, action, paper, visaApplicantId }: Look,
  applicants: readonly Pick<
    Request["visaApplicants"][number],
    "visaApplicantId" | "firstName" | "lastName"
  >[],
): string {
  const applicant = applicants.find((one) => one.visaApplicantId === visaApplicantId);
  const whom = applicant ? `${applicant.firstName} ${applicant.lastName}` : "a traveller who is removed";
  const did: Record<Look["action"], string> = {
    FILE_SEEN: `opened ${paper ? papers[paper] : "a file"} of ${whom}`,
    PAPERS_SEEN: "opened the details of the travellers",
    APPLICANT_CREATED: `added ${whom}`,
    APPLICANT_CHANGED: `changed the details or files of ${whom}`,
    APPLICANT_REMOVED: "removed a traveller",
    PAPERS_EXPIRED: "removed all papers, as they are not kept any longer",
  };
  return `${actors[actor]} ${did[action]}`;
}
