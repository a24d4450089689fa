/**
 * The MRZ of a passport, compared with the typed details. Guards: staff enter it only during the review,
 * and only for a case assigned to them. Calls: the audit log.
 */
import { throwIfAny } from "../../../core/errors";
import type { Principal } from "../../../core/principal";
import type { ApplicantView } from "../../applicant/applicant.view";
import { encryptMrz } from "../../applicant/applicant.crypto";
import { checkMrzLines } from "../../applicant/mrzLines.rules";
import { getApplicantUnderReview } from "../case/caseAccess.logic";
import type { CaseDeps } from "../case/case.service";
import type { CaseView } from "../case/case.view";
import { reportMrz } from "./mrzReport.view";

export class MrzService {
  constructor(private readonly deps: CaseDeps) {}

  report(view: ApplicantView) {
    return reportMrz(view, this.deps.clock.now());
  }

  /**
   * Stores the MRZ, or removes it if both lines are blank. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND,
   * INVALID_STATE, REQUIRED, INVALID.
   */
  async enter(
    caller: Principal,
    { visaApplicantId, line1, line2 }: { visaApplicantId: string; line1: string; line2: string },
  ): Promise<CaseView> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffEnterMrz");
    const { applicantStatus, audit, cases, clock, keys, visaRequests } = this.deps;
    return cases.change(staffId, async (transaction) => {
      const { request } = await getApplicantUnderReview(transaction, staffId, visaApplicantId);
      const { lines, violations } = checkMrzLines(line1, line2);
      throwIfAny(violations.map(({ line, code, message }) => ({ field: `line${line}`, code, message })));
      const entry = lines && { line1: lines[0], line2: lines[1], enteredBy: "STAFF" as const };
      const at = clock.now();
      const mrzSealed = encryptMrz(keys, { visaApplicantId, entry, at });
      await applicantStatus.changeDetails(transaction, { visaApplicantId, mrzSealed });
      await visaRequests.touch(transaction, request.visaRequestId, at);
      await audit.record(transaction, "MRZ_ENTERED", visaApplicantId, { by: { staffId }, request });
      return request;
    });
  }
}
