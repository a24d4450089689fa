import type { Clock } from "../core/ports";
import type { Database } from "../platform/db/database";
import { countDue, countFailing } from "../platform/db/processDueRows";
import type { Gauge } from "../platform/metrics/gauges";
import type { AuditService } from "../modules/audit/audit.service";
import type { InspectionProcesses } from "../modules/file/inspection/InspectionProcesses";
import type { FailedMessageService } from "../modules/notification/failedMessage.service";
import type { MessageDelivery } from "../modules/notification/messageDelivery.service";
import type { WebhookDeliveryService } from "../modules/partner/webhook/webhookDelivery.service";
import type { RefundService } from "../modules/payment/refund/refund.service";
import type { WebhookService } from "../modules/payment/webhook/webhook.service";

interface Sources {
  clock: Clock;
  db: Database;
  audit: Pick<AuditService, "countWaiting">;
  inspector: Pick<InspectionProcesses, "load">;
  failedMessages: Pick<FailedMessageService, "countFailed">;
  messageDelivery: Pick<MessageDelivery, "dueRows">;
  refunds: Pick<RefundService, "dueRows" | "rowsToRequest" | "countToRequest">;
  webhookDelivery: Pick<WebhookDeliveryService, "countDue">;
  webhooks: Pick<WebhookService, "dueRows">;
}

export function listGauges(sources: Sources): Gauge[] {
  const { db, audit, inspector, failedMessages, messageDelivery, refunds, webhookDelivery, webhooks } =
    sources;
  return [
    {
      name: "visaport_db_writes_total",
      description: "Write transactions by event: started, conflict, or retry after a conflict.",
      isCounter: true,
      label: "event",
      read: () => ({ ...db.writeCounts }),
    },
    {
      name: "visaport_db_writes_in_flight",
      description: "Running and waiting write transactions.",
      read: () => db.writesInFlight,
    },
    {
      name: "visaport_db_pool_waiting",
      description: "Callers that wait for a connection of the pool; 0 with SQLite.",
      read: () => db.waitingForConnection,
    },
    {
      name: "visaport_audit_backlog_events",
      description: "Audit events without a place in the chain; 0 with SQLite.",
      read: () => audit.countWaiting(),
    },
    {
      name: "visaport_jobs_due",
      description: "Rows whose next attempt is due, by queue.",
      label: "queue",
      read: async () => ({
        webhooks: await countDue(sources, webhooks.dueRows),
        events: await webhookDelivery.countDue(),
        refunds: await countDue(sources, refunds.dueRows),
        sms: await countDue(sources, messageDelivery.dueRows("SMS")),
        mail: await countDue(sources, messageDelivery.dueRows("EMAIL")),
      }),
    },
    {
      name: "visaport_jobs_failing",
      description: "Rows whose last attempt failed and that will be tried again, by queue.",
      label: "queue",
      // Excludes events, because a failing endpoint is the partner's responsibility.
      read: async () => ({
        webhooks: await countFailing(db, webhooks.dueRows),
        refunds: await countFailing(db, refunds.rowsToRequest),
        sms: await countFailing(db, messageDelivery.dueRows("SMS")),
        mail: await countFailing(db, messageDelivery.dueRows("EMAIL")),
      }),
    },
    {
      name: "visaport_refunds_due",
      description: "Refunds that wait for us: due ones, and failed ones that no other replaces.",
      read: () => refunds.countToRequest(),
    },
    {
      name: "visaport_failed_messages",
      description: "Messages that could not be sent, as listed in the staff console.",
      read: () => failedMessages.countFailed(),
    },
    {
      name: "visaport_inspections",
      description: "Uploaded files that are inspected (busy) or wait for a process (waiting).",
      label: "state",
      read: () => inspector.load,
    },
  ];
}
