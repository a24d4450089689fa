import type { StaffGuard } from "../../core/principal";
import type { Platform } from "../../platform/adapters/Platform";
import type { AuditService } from "../audit/audit.service";
import { FailedMessageService } from "./failedMessage.service";
import { MessageDelivery } from "./messageDelivery.service";
import { NotificationService } from "./notification.service";

interface Earlier {
  audit: AuditService;
  staff: StaffGuard;
}

interface Settings {
  brand: string;
  /** Returns the address of an application's page. */
  linkTo: (visaRequestId: string) => string;
}

export function wireNotification(earlier: Platform & Earlier, settings: Settings) {
  return {
    failedMessages: new FailedMessageService(earlier),
    messageDelivery: new MessageDelivery({ ...earlier, ...settings }),
    notifications: new NotificationService(earlier),
  };
}
