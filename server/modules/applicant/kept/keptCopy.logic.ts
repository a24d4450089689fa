/** Makes and removes the copies of the applicants whom an account keeps. */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import { DomainError } from "../../../core/errors";
import { requirePerson, type Principal } from "../../../core/principal";
import type { ConsentView } from "../../consent/consent.service";
import { findFilesByApplicants } from "../../file/file.reads";
import type { FileService } from "../../file/file.service";
import { findPassportIndexes } from "../applicant.crypto";
import { toDetails, type ApplicantView } from "../applicant.view";
import { toMrzEntry } from "../mrzLines.rules";
import type { ApplicantDeps } from "../submission/applicantDeps.logic";
import { singleFiles } from "../submission/applicantSubmission.service";
import { encryptKeptDetails } from "./keptApplicant.crypto";
import * as kept from "./keptApplicant.repository";
import { cannotKeepReason, maxKeptApplicants, tooManyKept } from "./keptApplicant.rules";

/**
 * Keeps a copy of an applicant, unless the account has withdrawn the consent that it gave at `decidedAt`. A refresh only
 * replaces a copy.
 */
export async function keepCopy(
  deps: ApplicantDeps,
  caller: Principal,
  view: ApplicantView,
  {
    consent,
    decidedAt,
    isRefresh = false,
  }: { consent: ConsentView | null; decidedAt: string; isRefresh?: boolean },
): Promise<void> {
  const { userId } = requirePerson(caller, "keepApplicants");
  const { audit, clock, db, fileService, keys, visaRequests } = deps;
  const { visaApplicantId, visaRequestId, passportNumber, passportExpireDate: expiresOn } = view;
  const stored = await findFilesByApplicants(db.rows, [visaApplicantId]);
  const pictures = stored.filter((file) => singleFiles.some(({ purpose }) => purpose === file.purpose));
  const passed = await Promise.all(pictures.map((file) => fileService.readForCopy(file)));
  const keptApplicantId = randomUUID();
  const { comments: _comments, travelerType: _category, ...details } = toDetails(view);
  const guardianName = consent?.guardianName ?? null;
  const mrz = view.mrz ? toMrzEntry(view.mrz) : undefined;
  await fileService.write(keptApplicantId, passed, async (transaction, files) => {
    const answer = await kept.findChoice(transaction, userId);
    if (!answer?.isOn || answer.decidedAt !== decidedAt) return { gone: files };
    const request = await visaRequests.getOwn(transaction, caller, visaRequestId);
    const reason = cannotKeepReason(request, userId);
    if (reason) throw new DomainError("INVALID_STATE", reason);
    const copies = await kept.findCopyIds(transaction, userId, visaApplicantId);
    // The account has deleted its copy in the meantime.
    if (isRefresh && copies.length === 0) return { gone: files };
    const same = await kept.findKeptIds(transaction, userId, findPassportIndexes(keys, passportNumber));
    const earlier = [...new Set([...copies, ...same])];
    const gone = await removeCopies(deps, transaction, earlier);
    const others = await kept.findKeptIds(transaction, userId);
    // After a merge of accounts, an account may keep more than the maximum. It can still replace these copies, but
    // not add one.
    if (earlier.length === 0 && others.length >= maxKeptApplicants)
      throw new DomainError("INVALID_STATE", tooManyKept);
    await kept.insertKept(transaction, {
      keptApplicantId,
      userId,
      visaApplicantId,
      ...encryptKeptDetails(keys, keptApplicantId, { ...details, guardianName, mrz }),
      expiresOn,
      keptAt: clock.now().toISOString(),
    });
    await fileService.insertKept(transaction, files);
    await audit.record(transaction, "APPLICANT_KEPT", visaApplicantId, { by: caller, request });
    return { gone };
  });
}

/** Removes copies; the caller discards the bytes of the returned files after the commit. */
export async function removeCopies(
  { fileService }: { fileService: Pick<FileService, "removeKept"> },
  transaction: EntityManager,
  keptApplicantIds: readonly string[],
): Promise<{ fileId: string }[]> {
  const files = await fileService.removeKept(transaction, keptApplicantIds);
  await kept.removeKept(transaction, keptApplicantIds);
  return files;
}
