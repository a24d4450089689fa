/** Decides on applications in the test world, as an automatic staff member. Calls: the review. */
import type { Platform } from "../../platform/adapters/Platform";
import { DomainError } from "../../core/errors";
import { requirePerson, toPrincipal, type Principal } from "../../core/principal";
import { reportUnexpectedError } from "../../core/unexpectedError";
import type { ApplicantService } from "../applicant/applicant.service";
import type { ApplicantView } from "../applicant/applicant.view";
import type { CaseAssignmentService } from "../review/case/caseAssignment.service";
import type { CorrectionService } from "../review/correction/correction.service";
import type { CorrectionRequestService } from "../review/correction/correctionRequest.service";
import type { DecisionService } from "../review/decision/decision.service";
import type { VisaGrantService } from "../review/decision/visaGrant.service";
import type { StaffRosterService } from "../staff/staffRoster.service";
import { getRequest } from "../visaRequest/visaRequest.reads";
import type { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import { findUndecided } from "./testOutcome.repository";
import { decideAfterSeconds, planDecision, type TestDecision } from "./testOutcome.rules";
import { drawTestVisa } from "./testVisa.pdf";

/** Maximum number of applications per run; the next run follows within seconds. */
const maxPerRun = 20;

interface Deps extends Pick<Platform, "clock" | "db" | "log"> {
  applicants: ApplicantService;
  brand: string;
  caseAssignments: CaseAssignmentService;
  correctionRequests: CorrectionRequestService;
  corrections: CorrectionService;
  decisions: DecisionService;
  staffRoster: StaffRosterService;
  visaGrants: VisaGrantService;
}

export class TestOutcomeService {
  #staff: Principal | undefined;

  constructor(private readonly deps: Deps) {}

  /** Decides on applications that have not changed for a minute, with the outcomes that `planDecision` returns. */
  async decideDue(signal: AbortSignal): Promise<void> {
    const { applicants, clock, db, log } = this.deps;
    const before = new Date(clock.now().getTime() - decideAfterSeconds * 1000).toISOString();
    for (const visaRequestId of await findUndecided(db.rows, before, maxPerRun))
      for (const applicant of await applicants.findByRequests([visaRequestId])) {
        if (signal.aborted) return;
        if (applicant.visaApplicantStatus !== "PENDING") continue;
        await this.#decideAsPlanned(applicant).catch((error: unknown) => {
          const { visaApplicantId } = applicant;
          // A `DomainError` means that the application has changed in the meantime.
          if (error instanceof DomainError)
            log.info({ visaRequestId, visaApplicantId, code: error.code }, "test application not decided");
          else reportUnexpectedError(log, error);
        });
      }
  }

  /** Decides on an applicant immediately. Throws UNAUTHENTICATED, NOT_FOUND, INVALID_STATE. */
  async decide(
    caller: Principal,
    { visaApplicantId, outcome }: { visaApplicantId: string; outcome: TestDecision },
  ): Promise<ApplicantView> {
    requirePerson(caller, "testDecide");
    const { applicants, db } = this.deps;
    const applicant = await applicants.getMine(caller, visaApplicantId);
    const request = await getRequest(db.rows, applicant.visaRequestId);
    if (request.paymentStatus !== "PAID")
      throw new DomainError("INVALID_STATE", "Pay for the application first");
    await this.#decide(request, applicant, outcome);
    return applicants.getMine(caller, visaApplicantId);
  }

  async #decideAsPlanned(applicant: ApplicantView): Promise<void> {
    const { corrections, db } = this.deps;
    const request = await getRequest(db.rows, applicant.visaRequestId);
    const earlier = await corrections.listAll(applicant.visaApplicantId);
    await this.#decide(request, applicant, planDecision(applicant, earlier.length > 0));
  }

  async #decide(
    { visaRequestId, visaName }: VisaRequestEntity,
    applicant: ApplicantView,
    outcome: TestDecision,
  ): Promise<void> {
    const { brand, caseAssignments, correctionRequests, db, decisions, visaGrants } = this.deps;
    const staff = (this.#staff ??= await this.#openStaff());
    const { visaApplicantId, passportNumber, firstName, lastName, photo } = applicant;
    // Reads the status again, because the decision on the previous applicant may have changed it.
    const { visaRequestStatus } = await getRequest(db.rows, visaRequestId);
    if (visaRequestStatus === "SUBMITTED") await caseAssignments.startReview(staff, visaRequestId);
    else await caseAssignments.take(staff, visaRequestId);
    if (outcome === "REJECTED") {
      await decisions.reject(staff, { visaApplicantId, reason: "REFUSED_BY_AUTHORITY" });
    } else if (outcome === "APPROVED") {
      const name = `${firstName} ${lastName}`;
      const bytes = await drawTestVisa(brand, { name, passportNumber, visa: visaName });
      const visaFile = { filename: "visa.pdf", bytes };
      await visaGrants.approve(staff, { visaApplicantId, visaFile, name, passportNumber });
    } else {
      const item =
        outcome === "NEW_PHOTO"
          ? ({ fileId: photo.fileId, reason: "BLURRED" } as const)
          : ({ field: "DATE_OF_BIRTH", reason: "MISMATCH" } as const);
      await correctionRequests.request(staff, visaApplicantId, [item]);
    }
  }

  async #openStaff(): Promise<Principal> {
    const userId = await this.deps.staffRoster.openAutomaton("Test authority");
    return toPrincipal({ address: "127.0.0.1" }, { userId, sessionId: "test-authority" });
  }
}
