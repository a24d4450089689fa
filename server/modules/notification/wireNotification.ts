import type { StaffGuard } from "../../core/viewer";
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

export function wireNotification(
  { clock, db, keys, log, mail, sms }: Platform,
  earlier: Earlier,
  { brand, linkTo }: Settings,
) {
  return {
    failedMessages: new FailedMessageService({ db, clock, keys, ...earlier }),
    messageDelivery: new MessageDelivery({ db, clock, keys, sms, mail, log, brand, linkTo }),
    notifications: new NotificationService({ db, clock, keys }),
  };
}
