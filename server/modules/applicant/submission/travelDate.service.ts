/**
 * Changes the travel date of an unpaid request. If this changes an applicant's category, updates their required
 * documents, and the price if the fee differs. Guards: only the owner and the follower can change the date.
 */
import { DomainError, throwIfAny } from "../../../core/errors";
import { requirePerson, type Principal } from "../../../core/principal";
import { todayInKolkata, type Day } from "../../../core/day.rules";
import { findTravelDateViolation } from "../../visaRequest/travelDate.rules";
import { haveSameFee, type TravelerType } from "../../visaRequest/pricing.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import type { VisaApplicantEntity } from "../applicant.entity";
import { findApplicantsByRequests } from "../applicant.reads";
import { updateApplicant } from "../applicant.repository";
import { checkApplicantDetails, toColumns } from "../applicant.rules";
import { toDetails } from "../applicant.view";
import {
  decryptComments,
  decryptPassportNumber,
  decryptRequiredDocuments,
  requiredDocumentsText,
} from "../applicant.crypto";
import { selectDocuments } from "../documents/applicationDocuments.logic";
import { type ApplicationDocuments, mergeCategory } from "../documents/requiredDocuments.rules";
import type { ApplicantDeps } from "./applicantDeps.logic";

export class TravelDateService {
  constructor(private readonly deps: ApplicantDeps) {}

  async change(
    caller: Principal,
    { visaRequestId, travelDate }: { visaRequestId: string; travelDate: Day },
  ): Promise<VisaRequestEntity> {
    requirePerson(caller, "changeTravelDate");
    const { audit, catalogue, clock, db, visaRequests } = this.deps;
    const stored = await visaRequests.getRequest(caller, visaRequestId);
    // The requirements are read before the transaction, because reading them during it would need a second connection.
    const requirements = await catalogue.findRequirements(stored);
    await db.write(async (transaction) => {
      const request = await visaRequests.getOpenRequest(transaction, caller, visaRequestId);
      const today = todayInKolkata(clock.now());
      const violation = findTravelDateViolation(travelDate, today);
      if (violation) throw new DomainError("INVALID", violation, { field: "travelDate" });
      if (travelDate === request.travelDate) return;
      const before = await findApplicantsByRequests(transaction, [visaRequestId]);
      const after = before.map((row) => this.#travelOn(row, { today, travelDate }));
      const others = after.flatMap(({ travelerType: is }, place) => {
        const was = before[place]!.travelerType;
        return is === was ? [] : [{ place, was, is }];
      });
      for (const { place, is: travelerType } of others) {
        const required = selectDocuments(catalogue, { ...stored, requirements, travelerType });
        await updateApplicant(transaction, this.#inCategory(before[place]!, travelerType, required));
      }
      // An order pays for one price version, so unchanged fees keep the existing order.
      const isRepriced = others.some(({ was, is }) => !haveSameFee(request, was, is));
      const travelers = isRepriced ? after.map(({ travelerType }) => travelerType) : undefined;
      await visaRequests.reprice(transaction, request, { travelDate, travelers });
      await audit.record(transaction, "TRAVEL_DATE_CHANGED", visaRequestId, { by: caller, request });
      await visaRequests.reportChange(transaction, caller, request);
    });
    return visaRequests.getRequest(caller, visaRequestId);
  }

  /** Returns the columns of an applicant whose category changes, with the required documents of the new category. */
  #inCategory(
    { visaApplicantId, requiredDocumentsSealed }: VisaApplicantEntity,
    travelerType: TravelerType,
    required: ApplicationDocuments,
  ) {
    const { keys } = this.deps;
    const before = decryptRequiredDocuments(keys, { visaApplicantId, requiredDocumentsSealed });
    const documents = mergeCategory(required, before);
    return {
      visaApplicantId,
      travelerType,
      requiredDocumentsSealed: requiredDocumentsText.encryptJson(keys, visaApplicantId, documents),
    };
  }

  /**
   * Returns the applicant with the category for that date. Throws INVALID if the applicant cannot travel on that date.
   */
  #travelOn(row: VisaApplicantEntity, days: { today: Day; travelDate: Day }): VisaApplicantEntity {
    const { keys } = this.deps;
    const opened = { passportNumber: decryptPassportNumber(keys, row), comments: decryptComments(keys, row) };
    const details = { ...toDetails({ ...row, ...opened }), travelerType: "" };
    throwIfAny(
      checkApplicantDetails(details, days).map(({ message }) => ({
        field: "travelDate",
        code: "INVALID",
        message: `${row.firstName} ${row.lastName} cannot travel on this day: ${message}`,
      })),
    );
    return { ...row, travelerType: toColumns(details, days.travelDate).travelerType };
  }
}
