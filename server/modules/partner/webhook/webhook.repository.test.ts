import "reflect-metadata";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { DataSource } from "typeorm";
import { PartnerEntity } from "../partner.entity";
import { openUnitSource } from "../../../test/kit/data/unitSource";
import { WebhookEndpointEntity } from "./webhook.entity";
import { findDueNotices, findNextWork } from "./webhook.repository";

const now = new Date("2026-11-23T06:30:00.000Z");
const at = now.toISOString();

let source: DataSource;
beforeEach(async () => {
  source = await openUnitSource();
});
afterEach(() => source.destroy());

/** Inserts a paused endpoint whose partner has not been informed yet. */
async function insertPaused(ended: { endpoint: boolean; partner: boolean }): Promise<void> {
  const { manager } = source;
  await manager.insert(PartnerEntity, {
    partnerId: "p",
    name: "Ravi",
    email: "tech@ravi.example",
    limits: {},
    createdAt: at,
    endedAt: ended.partner ? at : null,
  });
  await manager.insert(WebhookEndpointEntity, {
    endpointId: "e",
    partnerId: "p",
    url: "https://ravi.example/hook",
    types: [],
    secretsSealed: "",
    createdAt: at,
    pausedAt: at,
    endedAt: ended.endpoint ? at : null,
    noticeDueAt: at,
  });
}

describe("the notice about a paused endpoint", () => {
  test.each([
    ["is due", { endpoint: false, partner: false }, [at, 1]],
    ["is not due if the endpoint has ended", { endpoint: true, partner: false }, [undefined, 0]],
    ["is not due if the partner has ended", { endpoint: false, partner: true }, [undefined, 0]],
  ])("%s", async (_what, ended, expected) => {
    await insertPaused(ended);
    const [next, notices] = [await findNextWork(source), await findDueNotices(source, now)];
    expect([next, notices.length]).toEqual(expected);
  });
});
