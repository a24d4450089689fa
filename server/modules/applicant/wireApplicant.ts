import type { PartnerEventService } from "../partner/event/partnerEvent.service";
import type { StaffGuard } from "../../core/principal";
import type { Platform } from "../../platform/adapters/Platform";
import type { AuditService } from "../audit/audit.service";
import type { CatalogueService } from "../catalogue/catalogue.service";
import type { ConsentService } from "../consent/consent.service";
import type { FileService } from "../file/file.service";
import type { NotificationService } from "../notification/notification.service";
import type { VisaRequestService } from "../visaRequest/visaRequest.service";
import { ApplicantService } from "./applicant.service";
import { ApplicantFileService } from "./applicantFile.service";
import { ApplicantStatusService } from "./applicantStatus.service";
import { DocumentReminderService } from "./documents/documentReminder.service";
import { KeptApplicantService } from "./kept/keptApplicant.service";
import { TravelDateService } from "./submission/travelDate.service";

interface Earlier {
  audit: AuditService;
  catalogue: CatalogueService;
  consents: ConsentService;
  fileService: FileService;
  notifications: NotificationService;
  staff: StaffGuard;
  partnerEvents: PartnerEventService;
  visaRequests: VisaRequestService;
}

interface Settings {
  uploadQuota: ConstructorParameters<typeof ApplicantFileService>[0]["quota"];
}

export function wireApplicant(earlier: Platform & Earlier, { uploadQuota }: Settings) {
  const applicantFiles = new ApplicantFileService({ ...earlier, quota: uploadQuota });
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
