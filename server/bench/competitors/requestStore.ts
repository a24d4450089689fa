import type { Session } from "../../core/principal";
import type { VisaApplicantEntity } from "../../modules/applicant/applicant.entity";
import type { SessionEntity } from "../../modules/auth/auth.entity";
import type { CatalogueVisa } from "../../modules/catalogue/catalogue.rules";
import type { ConsentEntity } from "../../modules/consent/consent.entity";
import type { ApplicantCorrectionEntity } from "../../modules/review/correction/correction.entity";
import type { StoredFileEntity } from "../../modules/file/file.entity";
import type { VisaRequestEntity } from "../../modules/visaRequest/visaRequest.entity";

/** An applicant with files and consent. */
export interface Traveller extends VisaApplicantEntity {
  files: StoredFileEntity[];
  /** The latest consent. */
  consent: ConsentEntity | null;
}

/** Replaces the product's services and repositories in the competitors. */
export interface RequestStore {
  /** Returns the user's session, active or ended. */
  findSession(claims: Session): Promise<SessionEntity | undefined>;
  /** Returns the application if it belongs to the user. */
  findRequest(visaRequestId: string, userId: string): Promise<VisaRequestEntity | undefined>;
  /** Returns the applicants in the order they were added. */
  findTravellers(visaRequestId: string): Promise<Traveller[]>;
  /** Returns an applicant's open corrections, in the order they were requested. */
  findCorrections(visaApplicantId: string): Promise<ApplicantCorrectionEntity[]>;
  /** Creates the application with its first timeline entry and its audit event; resolves after the commit. */
  create(userId: string, visa: CatalogueVisa): Promise<VisaRequestEntity>;
}

/** Creates a queue that runs one task at a time: both stores have a single writing connection. */
export function makeQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
