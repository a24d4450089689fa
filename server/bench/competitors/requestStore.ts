import type { SessionClaims } from "../../platform/adapters/jwt/sessionTokens";
import type { VisaApplicantEntity } from "../../modules/applicant/applicant.entity";
import type { SessionEntity } from "../../modules/auth/auth.entity";
import type { CatalogueVisa } from "../../modules/catalogue/catalogue.rules";
import type { ConsentEntity } from "../../modules/consent/consent.entity";
import type { StoredFileEntity } from "../../modules/file/file.entity";
import type { VisaRequestEntity } from "../../modules/visaRequest/visaRequest.entity";

/** A traveller of an application with what belongs to them. */
export interface Traveller extends VisaApplicantEntity {
  files: StoredFileEntity[];
  /** The one that counts. */
  consent: ConsentEntity | null;
}

/** Where applications are: what the competitors have in place of the product's services and repositories. */
export interface RequestStore {
  /** The session of that user, ended or not. */
  findSession(claims: SessionClaims): Promise<SessionEntity | undefined>;
  /** The application where it is that user's. */
  findRequest(visaRequestId: string, userId: string): Promise<VisaRequestEntity | undefined>;
  /** In the order they were added. */
  findTravellers(visaRequestId: string): Promise<Traveller[]>;
  /** Resolves when it is committed: the application, its first step and its line in the audit log. */
  create(userId: string, visa: CatalogueVisa): Promise<VisaRequestEntity>;
}

/** Does one work after another: both stores have one connection that writes. */
export function makeQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
