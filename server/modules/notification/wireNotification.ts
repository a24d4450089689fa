import type { DepsOf } from "../../platform/adapters/Platform";
import { FailedMessageService } from "./failedMessage.service";
import { MessageDelivery } from "./messageDelivery.service";
import { NotificationService } from "./notification.service";

type Deps = DepsOf<typeof FailedMessageService | typeof MessageDelivery>;
type Settings = Pick<Deps, "brand" | "linkTo">;

export function wireNotification(earlier: Omit<Deps, keyof Settings>, settings: Settings) {
  return {
    failedMessages: new FailedMessageService(earlier),
    messageDelivery: new MessageDelivery({ ...earlier, ...settings }),
    notifications: new NotificationService(earlier),
  };
}
