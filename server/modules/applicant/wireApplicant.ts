import { ApplicantService } from "./applicant.service";
import { ApplicantFileService } from "./applicantFile.service";
import { ApplicantStatusService } from "./applicantStatus.service";
import { DocumentReminderService } from "./documents/documentReminder.service";
import { KeptApplicantService } from "./kept/keptApplicant.service";
import { TravelDateService } from "./submission/travelDate.service";
import type { ApplicantDeps } from "./submission/applicantDeps.logic";
import type { UploadQuota } from "../file/file.rules";

export function wireApplicant(earlier: ApplicantDeps, { uploadQuota: quota }: { uploadQuota: UploadQuota }) {
  const applicantFiles = new ApplicantFileService({ ...earlier, quota });
  const applicants = new ApplicantService({ ...earlier, applicantFiles });
  return {
    applicantFiles,
    applicants,
    keptApplicants: new KeptApplicantService({ ...earlier, applicants }),
    applicantStatus: new ApplicantStatusService(earlier),
    documentReminders: new DocumentReminderService(earlier),
    travelDates: new TravelDateService(earlier),
  };
}
