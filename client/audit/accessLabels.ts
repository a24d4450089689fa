import type { AccessEventFragment } from "./operations.generated";

type Access = Omit<AccessEventFragment, "at">;

/** Returns the name of a kind of file for use in a sentence, e.g. `the photo`. */
export type NameOfFile = (kind: NonNullable<Access["paper"]>) => string;

export interface NamedApplicant {
  visaApplicantId: string;
  firstName: string;
  lastName: string;
}

const actors: Record<Access["actor"], string> = {
  YOU: "You",
  PARTNER: "The partner",
  TRAVELLER: "The traveller",
  STAFF: "Our staff",
  SYSTEM: "The system",
};

/** Describes one access as a sentence: `Our staff opened the photo of Asha Rao`. */
export function describeAccess(
  { actor, partnerName, action, paper, visaApplicantId }: Access,
  applicants: readonly NamedApplicant[],
  nameOfFile: NameOfFile,
): string {
  const applicant = applicants.find((one) => one.visaApplicantId === visaApplicantId);
  const whom = applicant
    ? `${applicant.firstName} ${applicant.lastName}`
    : "an applicant who has been removed";
  const did: Record<Access["action"], string> = {
    FILE_SEEN: `opened ${paper ? nameOfFile(paper) : "a file"} of ${whom}`,
    PAPERS_SEEN: "opened the details of the applicants",
    PASSPORT_SEARCHED: "searched for the passport number of an applicant",
    APPLICANT_CREATED: `added ${whom}`,
    APPLICANT_CHANGED: `changed the details or files of ${whom}`,
    APPLICANT_REMOVED: "removed an applicant",
    PAPERS_EXPIRED: "removed all personal data, which is no longer kept",
  };
  return `${actor === "PARTNER" && partnerName ? partnerName : actors[actor]} ${did[action]}`;
}
