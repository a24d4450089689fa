import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { PartnerEventService } from "../event/partnerEvent.service";
import { PartnerEntity } from "../partner.entity";
import { openUnitSource } from "../../../test/kit/data/unitSource";
import { WebhookDeliveryEntity, WebhookEndpointEntity } from "./webhook.entity";
import { WebhookDeliveryService } from "./webhookDelivery.service";

const at = "2026-11-23T06:30:00.000Z";

test("events of two partners that are numbered together are each delivered only to their own partner", async () => {
  const source = await openUnitSource();
  try {
    const { manager } = source;
    const clock = { now: () => new Date(at) };
    const db = {
      hasOtherWriters: true,
      read: manager,
      rows: manager,
      write: (work: (transaction: object) => Promise<unknown>) => work(manager),
    };
    const partnerEvents = new PartnerEventService({ clock, db, isTest: false } as never);
    const request = {
      visaRequestId: "r",
      leadSource: "PARTNER",
      externalReference: null,
      visaRequestStatus: "SUBMITTED",
      paymentStatus: "PAID",
      version: 1,
      expectedDate: "2026-12-05",
      papersRemovedAt: null,
    };
    for (const partnerId of ["one", "other"]) {
      await manager.insert(PartnerEntity, {
        partnerId,
        name: "",
        email: "",
        limits: {},
        createdAt: at,
      });
      await manager.insert(WebhookEndpointEntity, {
        endpointId: `endpoint of ${partnerId}`,
        partnerId,
        url: "https://partner.example/hook",
        types: ["application.paid"],
        secretsSealed: "",
        createdAt: at,
      });
      await partnerEvents.record(manager, "application.paid", { ...request, userId: partnerId });
    }
    const deliveries = new WebhookDeliveryService({ clock, db, partnerEvents } as never);
    // Only creates the deliveries, without starting them.
    await deliveries.stop();
    await deliveries.processDue();
    const made = await manager.find(WebhookDeliveryEntity);
    const owners = await manager.query<{ partnerEventId: string; partnerId: string }[]>(
      "SELECT * FROM partner_event",
    );
    const pairs = made.map(({ endpointId, partnerEventId }) => [
      endpointId,
      owners.find((event) => event.partnerEventId === partnerEventId)?.partnerId,
    ]);
    expect(pairs.toSorted()).toEqual([
      ["endpoint of one", "one"],
      ["endpoint of other", "other"],
    ]);
  } finally {
    await source.destroy();
  }
});
