import type { StaffGuard } from "../../../core/principal";
import type { Platform } from "../../../platform/adapters/Platform";
import type { AuditService } from "../../audit/audit.service";
import type { CatalogueService } from "../../catalogue/catalogue.service";
import type { ConsentService } from "../../consent/consent.service";
import type { FileService } from "../../file/file.service";
import type { NotificationService } from "../../notification/notification.service";
import type { PartnerEventService } from "../../partner/event/partnerEvent.service";
import type { VisaRequestService } from "../../visaRequest/visaRequest.service";

/** Dependencies of the applicant services; each service uses some of them. */
export interface ApplicantDeps extends Platform {
  audit: AuditService;
  catalogue: CatalogueService;
  consents: ConsentService;
  fileService: FileService;
  notifications: NotificationService;
  partnerEvents: PartnerEventService;
  staff: StaffGuard;
  visaRequests: VisaRequestService;
}
