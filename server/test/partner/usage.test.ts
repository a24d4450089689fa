import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { addDays, todayInKolkata } from "../../core/day.rules";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { TestPartner } from "../kit/personas/partner";
import { signInStaff } from "../kit/personas/staff";
import { signIn, toStory } from "../kit/personas/traveller";
import { TestServer } from "../kit/server/testServer";
import { waitFor } from "../kit/waitFor";
import { callRest } from "../kit/wire/callApi";
import { errorCodes, getUserErrors, topLevelErrorCodes } from "../kit/wire/outcomes";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ JOBS_EVERY_SECONDS: "1" });
});
afterAll(() => server.dispose());

async function readUsage({ owner, partnerId }: TestPartner) {
  const { myPartners } = (await owner.call(documents.partnerUsage)).data;
  return myPartners.find((one) => one.partnerId === partnerId)!;
}

async function readStored({ partnerId }: TestPartner) {
  const { partner_usage } = await readTables(server, ["partner_usage"]);
  return partner_usage.filter((one) => one.partnerId === partnerId);
}

describe("the usage of a partner", () => {
  test("counts operations, rejections and cost per day, across all keys and restarts", async () => {
    const partner = await TestPartner.create(server);
    const [reader, writer] = [await partner.programWith("READ"), await partner.programWith("APPLY")];
    for (let calls = 0; calls < 3; calls++) await reader.call("{ siteInfo { brand } }");
    await callRest(server, "GET", "/api/visa/getall", { token: reader.token });
    const cost = 3 * 2 + 10;
    expect(topLevelErrorCodes(await writer.call("{ siteInfo { brand } }"))).toEqual(["SCOPE_MISSING"]);
    // Requests for pages and requests from visitors are not counted.
    await fetch(`${server.url}/`, { headers: { authorization: `Bearer ${reader.token}` } });
    await fetch(`${server.url}/api/visa/getall`);

    const { usage } = await readUsage(partner);
    const today = todayInKolkata(new Date());
    expect(usage).toHaveLength(30);
    expect(usage[0].day).toBe(addDays(today, -29));
    const counted = { day: today, operations: 5, refused: 1, cost };
    expect(usage.at(-1)).toEqual(counted);
    await waitFor("the usage is stored", async () => (await readStored(partner))[0]?.operations === 5);

    await reader.call("{ siteInfo { brand } }");
    await server.restart();
    const after = (await readUsage(partner)).usage.at(-1)!;
    expect(after).toEqual({ ...counted, operations: 6, cost: cost + 2 });
    expect(await readStored(partner)).toHaveLength(1);
  });

  test("is removed after 30 days", async () => {
    const partner = await TestPartner.create(server);
    const today = todayInKolkata(new Date());
    for (const days of [29, 30, 400])
      await editDatabase(server, `INSERT INTO partner_usage VALUES (?, ?, 7, 0, 70)`, [
        partner.partnerId,
        addDays(today, -days),
      ]);
    const { usage } = await readUsage(partner);
    expect(usage.filter(({ operations }) => operations > 0)).toEqual([
      { day: addDays(today, -29), operations: 7, refused: 0, cost: 70 },
    ]);
    // Old counts are removed when the first new counts of a day are stored.
    await server.restart();
    await (await partner.programWith()).call("{ siteInfo { brand } }");
    await waitFor("the old counts are removed", async () => (await readStored(partner)).length === 2);
  });

  test("is not shown to a non-member", async () => {
    await TestPartner.create(server);
    const stranger = await signIn(server);
    expect((await stranger.call(documents.partnerUsage)).data.myPartners).toEqual([]);
  });
});

test("a partner sees how much of its limits is used", async () => {
  const partner = await TestPartner.create(server);
  const program = await toStory(await partner.programWith()).withRequest();
  const before = (await readUsage(partner)).used;
  expect(before).toMatchObject({ openApplications: 1, bytes: 0, gateway: 0 });
  expect(before.points).toBeGreaterThan(0);
  expect(before.write).toBeGreaterThan(0);
  await toStory(program).withApplicant();
  const { visaRequestId } = program.request;
  await program.do(documents.createPaymentOrder, { visaRequestId });
  const after = (await readUsage(partner)).used;
  expect(after.bytes).toBeGreaterThan(0);
  expect(after.gateway).toBe(1);
  await program.do(documents.cancelVisaRequest, { visaRequestId });
  expect((await readUsage(partner)).used.openApplications).toBe(0);
});

describe("staff", () => {
  const limits = {
    points: 100_000,
    write: 600,
    gateway: 120,
    concurrent: 12,
    keys: 10,
    openApplications: 2_000,
    applicationFiles: 60,
    applicationBytes: 60 * 1024 ** 2,
    bytes: 20 * 1024 ** 3,
  };

  test("can change a partner's fee and limits, and the audit log names the changed fields", async () => {
    const staff = await signInStaff(server);
    const partner = await TestPartner.create(server);
    const { partnerId } = partner;
    const program = await partner.programWith();
    const change = { partnerId, serviceFee: 250, limits: { ...limits, openApplications: 1 } };
    const changed = await staff.do(documents.staffUpdatePartner, change);
    expect(changed).toMatchObject({ serviceFee: 250, limits: { openApplications: 1, write: 600 } });
    const { request } = await toStory(program).withRequest();
    expect(request.serviceFee).toBe(250);
    await expect(toStory(program).withRequest()).rejects.toThrow("You have 1 application");
    // Values equal to the default limits are not stored.
    const { partner: rows } = await readTables(server, ["partner"]);
    expect(rows.find((row) => row.partnerId === partnerId)!.limits).toBe('{"openApplications":1}');
    const again = await staff.do(documents.staffUpdatePartner, { ...change, serviceFee: null });
    expect(again.serviceFee).toBeNull();
    await staff.do(documents.staffUpdatePartner, { ...change, serviceFee: null });
    const stale = { ...change, expected: { serviceFee: 250, limits } };
    const refused = await staff.call(documents.staffUpdatePartner, { input: stale });
    expect(errorCodes(getUserErrors(refused))).toEqual(["null: CONFLICT"]);
    const { audit_event } = await readTables(server, ["audit_event"]);
    const events = audit_event.filter(
      ({ action, subjectId }) => action === "PARTNER_CHANGED" && subjectId === partnerId,
    );
    expect(events.map(({ actorId, details }) => [actorId, JSON.parse(details) as unknown])).toEqual([
      [staff.userId, { fields: ["serviceFee", "limits.openApplications"] }],
      [staff.userId, { fields: ["serviceFee"] }],
    ]);
  });

  test("can set limits only to whole numbers above 0, and only for an existing partner", async () => {
    const staff = await signInStaff(server);
    const { partnerId } = await TestPartner.create(server);
    const wrong = { ...limits, points: 0, write: -1, bytes: 0.5 };
    const answer = await staff.call(documents.staffUpdatePartner, {
      input: { partnerId, serviceFee: -1, limits: wrong },
    });
    expect(errorCodes(getUserErrors(answer))).toEqual(
      ["serviceFee", "limits.points", "limits.write", "limits.bytes"].map((field) => `${field}: INVALID`),
    );
    const absent = { partnerId: "0a1b2c3d-0000-4000-8000-000000000000", serviceFee: null, limits };
    const none = await staff.call(documents.staffUpdatePartner, { input: absent });
    expect(topLevelErrorCodes(none)).toEqual(["NOT_FOUND"]);
    const person = await signIn(server);
    const refused = await person.call(documents.staffUpdatePartner, { input: absent });
    expect(topLevelErrorCodes(refused)).toEqual(["FORBIDDEN"]);
  });
});
