import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { consentVersion } from "../../modules/consent/consent.rules";
import { makePartnerKey } from "../../modules/partner/partnerKey.crypto";
import { editDatabase } from "../kit/data/editDatabase";
import { withDatabase } from "../kit/data/editDatabase";
import { erase, eraseNow, rawDatabase } from "../kit/data/erasing";
import { readTables } from "../kit/data/readTables";
import * as kit from "../kit/documents";
import { sendCorrection } from "../kit/documents/review.generated";
import { codeFor, numberProof } from "../kit/personas/codeFor";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { TestPartner } from "../kit/personas/partner";
import { createTestPartner, testWorldOf } from "../kit/personas/testWorld";
import { makeDetails, newPhoneNumber, signIn, toStory, Traveller } from "../kit/personas/traveller";
import type { RunningServer } from "../kit/server/runningServer";
import { TestServer } from "../kit/server/testServer";
import { authorizeAtSandbox } from "../kit/stories/paying";
import { waitFor } from "../kit/waitFor";
import { callGraphql, callRest } from "../kit/wire/callApi";
import type { OpenApiDocument } from "../kit/wire/openApi";
import { errorCodes, getUserErrors, topLevelErrorCodes } from "../kit/wire/outcomes";
import * as documents from "./testWorld.generated";

let live: TestServer;
let world: RunningServer;
let owner: Traveller;
let program: Traveller;
beforeAll(async () => {
  live = await TestServer.start({ TEST_MODE: "on" });
  world = testWorldOf(live);
  owner = await signIn(live);
  ({ program } = await createTestPartner(owner, world));
});
afterAll(() => live.dispose());

const testland = "testland-30-days-test-visa";

/** Returns everything that the live world stores: rows, files, outboxes and the sandbox's journal. */
async function readLiveWorld(): Promise<Record<string, unknown>> {
  const names = await readdir(live.dataDir, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    // Compares the database by its rows, because reading alone can change its files.
    .filter((path) => !path.startsWith(world.dataDir) && !/portal\.sqlite|server\.lock/.test(path));
  const contents = files.sort().map(async (path) => [path, await readFile(path, "base64")] as const);
  return { tables: await readTables(live), files: Object.fromEntries(await Promise.all(contents)) };
}

/** Returns an application for Testland with one applicant for each passport number. */
const apply = (...passports: string[]) =>
  applyFor(...passports.map((passportNumber) => ({ passportNumber })));

/** Returns an application for Testland with these applicants. */
async function applyFor(...applicants: Parameters<typeof makeDetails>[0][]): Promise<Traveller> {
  const { server, phoneNumber, token, userId } = program;
  const by = new Traveller(server, phoneNumber, { token, user: { userId } });
  await toStory(by).withRequest(testland);
  const files = await makeSmallFiles();
  const { visaRequestId } = by.request;
  for (const applicant of applicants)
    await by.do(
      kit.createVisaApplicant,
      { visaRequestId, ...makeDetails(applicant), consent: { textVersion: consentVersion } },
      files,
    );
  by.request = await by.readRequest();
  return by;
}

const pay = (by: Traveller, outcome: "PAID" | "FAILED" | "LATE" | "TWICE" | "OTHER_AMOUNT") =>
  by.call(documents.testPay, { visaRequestId: by.request.visaRequestId, outcome });
/** Returns the states of an application's payments at the provider, even if not reported to us yet. */
async function readPayments({ request: { visaRequestId } }: Traveller): Promise<string[]> {
  const { payment_order } = await readTables(world, ["payment_order"]);
  const order = payment_order.find((one) => one.visaRequestId === visaRequestId)!;
  const url = `${world.url}/razorpay-sandbox/v1/orders/${order.razorpayOrderId}/payments`;
  const response = await fetch(url, { headers: await authorizeAtSandbox(world) });
  const { items } = (await response.json()) as { items: { status: string }[] };
  return items.map(({ status }) => status);
}
/** Costs 26 points. Polling with `readRequest` (475 points) would use up a minute's points in 10 s. */
async function readStates(by: Traveller) {
  const { visaRequestId } = by.request;
  return (await by.call(documents.requestStates, { visaRequestId })).data.visaRequest;
}
const payStatus = async (by: Traveller) => (await readStates(by)).paymentStatus;
const states = async (by: Traveller) =>
  Object.fromEntries(
    (await readStates(by)).visaApplicants.map((one) => [one.passportNumber, one.visaApplicantStatus]),
  );
/** Backdates an application's last change by a minute. */
const waitAMinute = ({ request: { visaRequestId } }: Traveller) =>
  editDatabase(world, `UPDATE visa_request SET "changedAt" = ? WHERE "visaRequestId" = ?`, [
    new Date(Date.now() - 61_000).toISOString(),
    visaRequestId,
  ]);

describe("the test world", () => {
  test("supports a partner's whole journey without changing the live world", async () => {
    const before = await readLiveWorld();
    const by = await apply("T0000001", "T0000002", "T0000003", "T0000004", "M1234567");
    expect(by.request).toMatchObject({ countryName: "Testland", totalPrice: 5 * (1000 + 499) });
    expect(getUserErrors(await pay(by, "PAID"))).toEqual([]);
    expect(await payStatus(by)).toBe("PAID");
    await waitAMinute(by);
    await waitFor("all are decided", async () =>
      Object.values(await states(by)).every((state) => state !== "PENDING"),
    );
    expect(await states(by)).toEqual({
      T0000001: "APPROVED",
      T0000002: "ACTION_REQUIRED",
      T0000003: "REJECTED",
      T0000004: "ACTION_REQUIRED",
      M1234567: "APPROVED",
    });
    const approved = (await by.readRequest()).visaApplicants.find(
      ({ passportNumber }) => passportNumber === "T0000001",
    )!;
    expect(approved.approvedVisaSrc).toMatch(/^\/test\/files\//);
    const visa = await fetch(live.url + approved.approvedVisaSrc);
    expect([visa.status, visa.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    await signIn(world, "+919999954321");
    expect(await readLiveWorld()).toEqual(before);
  });

  test("approves an applicant a minute after the correction", async () => {
    const by = await apply("T0000002");
    const [{ visaApplicantId }] = by.request.visaApplicants as [{ visaApplicantId: string }];
    await pay(by, "PAID");
    const decide = await by.call(documents.testDecide, { visaApplicantId, outcome: "NEW_PHOTO" });
    expect(decide.data.testDecide.visaApplicant.visaApplicantStatus).toBe("ACTION_REQUIRED");
    const query = `query ($visaRequestId: ID!) {
      visaRequest(visaRequestId: $visaRequestId) { visaApplicants { corrections { correctionId paper } } }
    }`;
    type Corrected = { visaApplicants: { corrections: { correctionId: string; paper: string }[] }[] };
    const { visaRequestId } = by.request;
    const { data } = await by.call<{ visaRequest: Corrected }>(query, { visaRequestId });
    const [{ correctionId, paper }] = data.visaRequest.visaApplicants[0]!.corrections as [
      { correctionId: string; paper: string },
    ];
    expect(paper).toBe("PHOTO");
    const file = (await makeSmallFiles())["input.profileFile"];
    await by.do(
      sendCorrection,
      { visaApplicantId, papers: [{ correctionId, file: null }] },
      { "input.papers.0.file": file },
    );
    await waitAMinute(by);
    await waitFor("it is approved", async () => (await states(by))["T0000002"] === "APPROVED");
  });

  test("describes its own paths and keys in its OpenAPI document", async () => {
    const address = `${world.url}/api/openapi.json`;
    const { servers, info } = (await (await fetch(address)).json()) as OpenApiDocument;
    expect(new URL(servers[0]!.url, address).href).toBe(world.url);
    expect(info.description).toContain("`/test/graphql`");
    expect(info.description).toContain("Bearer vp_test_");
  });

  test("offers the live catalogue with the same ids, and one more visa", async () => {
    const query = `{ visas(first: 50) { totalCount nodes { visaId visaUrl } } }`;
    type Visas = { visas: { totalCount: number; nodes: { visaId: string; visaUrl: string }[] } };
    const [here, there] = await Promise.all([world, live].map((one) => callGraphql<Visas>(one, query)));
    expect(here!.data.visas.totalCount).toBe(there!.data.visas.totalCount + 1);
    const url = there!.data.visas.nodes[0]!;
    const { data } = await callGraphql(world, kit.visaId, { variables: { visaUrl: url.visaUrl } });
    expect(data.visa.visaId).toBe(url.visaId);
    const requirements = `query ($visaUrl: String!) { visa(visaUrl: $visaUrl) { requirements { requirementId label } } }`;
    type Required = { visa: { requirements: object[] } };
    const [test, real] = await Promise.all(
      [world, live].map((one) =>
        callGraphql<Required>(one, requirements, { variables: { visaUrl: url.visaUrl } }),
      ),
    );
    expect(real!.data.visa.requirements).not.toEqual([]);
    expect(test!.data.visa.requirements).toEqual(real!.data.visa.requirements);
    const absent = await callGraphql(live, kit.visaId, { variables: { visaUrl: testland } });
    expect(absent.data.visa ?? null).toBeNull();
  });
});

describe("testPay", () => {
  test("leaves the application unpaid after a declined payment, and accepts a second attempt", async () => {
    const by = await apply("M1111111");
    expect(getUserErrors(await pay(by, "FAILED"))).toEqual([]);
    expect(await payStatus(by)).toBe("PENDING");
    expect(await readPayments(by)).toEqual(["failed"]);
    await pay(by, "PAID");
    expect(await payStatus(by)).toBe("PAID");
    expect((await readPayments(by)).sort()).toEqual(["captured", "failed"]);
  });

  test("pays once for two concurrent calls", async () => {
    const by = await apply("M7777777");
    const answers = await Promise.all([pay(by, "PAID"), pay(by, "PAID")]);
    expect(answers.flatMap(topLevelErrorCodes)).toEqual([]);
    const refusals = answers.flatMap((answer) => errorCodes(getUserErrors(answer)));
    expect(["", "null: INVALID_STATE"]).toContain(refusals.join());
    expect(await payStatus(by)).toBe("PAID");
    expect(await readPayments(by)).toEqual(["captured"]);
  });

  test("completes a late payment without the checkout", async () => {
    const by = await apply("M2222222");
    await pay(by, "LATE");
    await waitFor("it is paid", async () => (await payStatus(by)) === "PAID");
  });

  test("refunds a second payment, and a payment of the wrong amount", async () => {
    const twice = await apply("M3333333");
    await pay(twice, "TWICE");
    const other = await apply("M4444444");
    expect(errorCodes(getUserErrors(await pay(other, "OTHER_AMOUNT")))).toEqual([
      "razorpayPaymentId: PAYMENT_AMOUNT_MISMATCH",
    ]);
    const refunds = async () => (await readTables(world, ["refund"])).refund.map(({ state }) => state);
    await waitFor(
      "both are refunded",
      async () => (await refunds()).filter((state) => state === "DONE").length === 2,
    );
    expect([await payStatus(twice), await payStatus(other)]).toEqual(["PAID", "REFUNDED"]);
  });

  test("fails during a simulated outage, which is possible once in five minutes", async () => {
    const [by, ordered] = [await apply("M5555555"), await apply("M5555556")];
    await pay(ordered, "FAILED");
    const outage = (seconds: number) => by.call(documents.testOutage, { seconds });
    expect(errorCodes(getUserErrors(await outage(61)))).toEqual(["seconds: INVALID"]);
    const { until } = (await outage(10)).data.testOutage;
    expect(errorCodes(getUserErrors(await pay(by, "PAID")))).toEqual(["null: PROVIDER_UNAVAILABLE"]);
    // This order exists already, so the payment is the first call to the provider.
    for (const outcome of ["FAILED", "PAID", "OTHER_AMOUNT"] as const)
      expect(errorCodes(getUserErrors(await pay(ordered, outcome)))).toEqual(["null: PROVIDER_UNAVAILABLE"]);
    expect(errorCodes(getUserErrors(await outage(2)))).toEqual(["null: INVALID_STATE"]);
    await waitFor("the provider is back", () => new Date().toISOString() >= until);
    expect(getUserErrors(await pay(by, "PAID"))).toEqual([]);
  });

  test("and testDecide do not find another partner's application, and a decision requires a payment", async () => {
    const by = await apply("M6666666");
    const { program: stranger } = await createTestPartner(await signIn(live), world, "Eve Tests");
    const [{ visaApplicantId }] = by.request.visaApplicants as [{ visaApplicantId: string }];
    const { visaRequestId } = by.request;
    const answers = [
      await stranger.call(documents.testPay, { visaRequestId, outcome: "PAID" }),
      await stranger.call(documents.testDecide, { visaApplicantId, outcome: "REJECTED" }),
    ];
    expect(answers.map(topLevelErrorCodes)).toEqual([["NOT_FOUND"], ["NOT_FOUND"]]);
    const early = await by.call(documents.testDecide, { visaApplicantId, outcome: "REJECTED" });
    expect(errorCodes(getUserErrors(early))).toEqual(["null: INVALID_STATE"]);
  });
});

describe("credentials of the other world", () => {
  test("are refused through GraphQL and REST if they are a partner's key", async () => {
    const liveKey = (await (await TestPartner.create(live)).createKey()).secret;
    for (const [server, token] of [
      [world, liveKey],
      [world, makePartnerKey("live")],
      [live, program.token],
      [live, makePartnerKey("test")],
    ] as const) {
      const query = await callGraphql(server, "{ siteInfo { brand } }", { token });
      expect([query.status, ...topLevelErrorCodes(query)]).toEqual([401, "KEY_WRONG_WORLD"]);
      const rest = await callRest(server, "GET", "/api/visa/getall", { token });
      expect(rest.status).toBe(401);
    }
  });

  test("are ignored if they are a session's token", async () => {
    const { data } = await callGraphql(world, kit.me, { token: owner.token });
    expect(data.me ?? null).toBeNull();
    const { data: entered } = await owner.call(documents.enterTestWorld);
    const { token } = entered.enterTestWorld;
    expect((await callGraphql(world, kit.me, { token })).data.me).not.toBeNull();
    expect((await callGraphql(live, kit.me, { token })).data.me ?? null).toBeNull();
  });
});

describe("a test partner", () => {
  test("can have two keys, which its owner creates with the code 000000", async () => {
    const { token, user } = await enter(owner);
    const person = new Traveller(world, owner.phoneNumber, { token, user });
    const [{ partnerId }] = (await person.call(kit.myPartners)).data.myPartners as [{ partnerId: string }];
    const create = async () => {
      await person.call(kit.requestOtp, { input: { phoneNumber: owner.phoneNumber } } as never);
      const input = { partnerId, name: "Second", scopes: ["READ"], otp: "000000" };
      return person.call(kit.createPartnerKey, { input } as never);
    };
    expect((await create()).data.createPartnerKey.secret).toMatch(/^vp_test_/);
    expect(errorCodes(getUserErrors(await create()))).toEqual(["null: INVALID_STATE"]);
    const wrong = { partnerId, name: "Third", scopes: ["READ"], otp: "111111" };
    expect(
      errorCodes(getUserErrors(await person.call(kit.createPartnerKey, { input: wrong } as never))),
    ).toEqual(["otp: OTP_INVALID"]);
  });

  test("is limited to 50 MB and 200 applications, and an account to three test partners", async () => {
    const someone = await signIn(live);
    const { partner } = await createTestPartner(someone, world);
    expect(partner.limits).toEqual({ openApplications: 200, bytes: 50 * 1024 * 1024 });
    expect(partner.members).toEqual([{ phoneNumber: someone.phoneNumber, role: "OWNER" }]);
    for (const name of ["B", "C"]) await createTestPartner(someone, world, name);
    await expect(createTestPartner(someone, world, "D")).rejects.toThrow("INVALID_STATE");
  });

  test("is limited to three of an account, even if more are created at the same time", async () => {
    const someone = await signIn(live);
    const names = ["A", "B", "C", "D", "E"];
    const results = await Promise.allSettled(names.map((name) => createTestPartner(someone, world, name)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  test("is refused to a live account whose number anyone can use in the test world", async () => {
    const person = await signIn(live, "+919999912399");
    const input = { name: "Ravi Tests", email: "tech@ravi.example" };
    for (const answer of [
      await person.call(documents.createTestPartner, { input }),
      await person.call(documents.enterTestWorld),
    ])
      expect(errorCodes(getUserErrors(answer))).toEqual(["null: INVALID_STATE"]);
    const { user_account: accounts } = await readTables(world, ["user_account"]);
    expect(accounts.map(({ userId }) => userId)).not.toContain(person.userId);
  });

  test("is accessible only to the live account that created it, even after that account's number changes", async () => {
    const before = await signIn(live);
    await createTestPartner(before, world);
    const managed = async (person: Traveller) => {
      const { token, user } = await enter(person);
      const there = new Traveller(world, person.phoneNumber, { token, user });
      return (await there.call(kit.myPartners)).data.myPartners.map(({ partnerId }) => partnerId);
    };
    await before.do(kit.updateProfile, { name: "Asha Rao" });
    const long = new Date(Date.now() - 90 * 24 * 60 * 60_000).toISOString();
    const table = `UPDATE user_account SET "lastSeenAt" = ? WHERE "phoneNumber" = ?`;
    await editDatabase(live, table, [long, before.phoneNumber]);
    const holder = await signIn(live, before.phoneNumber);
    expect(await managed(holder)).toEqual([]);

    const moved = await signIn(live);
    const { partner: kept } = await createTestPartner(moved, world);
    const { phoneNumber } = moved;
    await moved.do(kit.updateProfile, await numberProof(moved, newPhoneNumber()));
    expect(await managed(moved)).toEqual([kept.partnerId]);
    expect(await managed(await signIn(live, phoneNumber))).toEqual([]);
  });

  test("cannot create more applications than its limit", async () => {
    const { program: busy, partner } = await createTestPartner(await signIn(live), world);
    const limits = JSON.stringify({ applications: 1 });
    await editDatabase(world, `UPDATE partner SET limits = ? WHERE "partnerId" = ?`, [
      limits,
      partner.partnerId,
    ]);
    await toStory(busy).withRequest(testland);
    await expect(toStory(busy).withRequest(testland)).rejects.toThrow("INVALID_STATE");
  });
});

test("erasing a live account also erases its test account, even with a paid application", async () => {
  const person = await signIn(live);
  await createTestPartner(person, world);
  const { token, user } = await enter(person);
  const there = new Traveller(world, person.phoneNumber, { token, user });
  await there.do(kit.updateProfile, { name: "Ashalata Venkataraman" });
  await toStory(there).withRequest(testland);
  await there.do(
    kit.createVisaApplicant,
    {
      visaRequestId: there.request.visaRequestId,
      ...makeDetails({ passportNumber: "T0000002", firstName: "Ashalata" }),
      consent: { textVersion: consentVersion },
    },
    await makeSmallFiles(),
  );
  expect(getUserErrors(await pay(there, "PAID"))).toEqual([]);
  expect((await eraseNow(person)).data.eraseAccount).toEqual({ erased: true, userErrors: [] });
  expect((await callGraphql(world, kit.me, { token })).data.me).toBeNull();
  const raw = await rawDatabase(world);
  for (const value of ["Ashalata", person.phoneNumber])
    expect(raw.includes(value) ? `the disk still holds ${value}` : "").toBe("");
});

test("erasing a live account with a test number does not erase the account of that number in the test world", async () => {
  const phoneNumber = "+919999912398";
  const person = await signIn(live, phoneNumber);
  const other = await signIn(world, phoneNumber);
  expect((await eraseNow(person)).data.eraseAccount).toEqual({ erased: true, userErrors: [] });
  expect((await other.call(kit.me)).data.me).not.toBeNull();
});

test("an erasure that fails in either world can be repeated, and then erases both accounts", async () => {
  const person = await signIn(live);
  const { token } = await enter(person);
  const otp = await codeFor(live, person.phoneNumber);
  const condition = `NEW.action = 'ACCOUNT_ERASED' AND NEW."subjectId" = '${person.userId}'`;
  for (const server of [world, live]) {
    await withDatabase(server, (db) => db.refuseInserts("audit_event", condition));
    expect(topLevelErrorCodes(await erase(person, otp))).toEqual(["INTERNAL_SERVER_ERROR"]);
    await withDatabase(server, (db) => db.dropTrigger("refused", "audit_event"));
  }
  expect((await erase(person, otp)).data.eraseAccount).toEqual({ erased: true, userErrors: [] });
  expect((await callGraphql(world, kit.me, { token })).data.me).toBeNull();
  expect(await rawDatabase(world)).not.toContain(person.phoneNumber);
});

describe("an erasure that waits for the test world", () => {
  /** Starts an erasure, runs `meanwhile` after it has checked the code, and then returns its result. */
  async function eraseSlowly(person: Traveller, otp: string, meanwhile: () => Promise<void>) {
    await enter(person);
    const isChecked = async () => {
      const { login_code: codes } = await readTables(live, ["login_code"]);
      const own = codes.filter(
        ({ phoneNumber, state }) => phoneNumber === person.phoneNumber && state === "OPEN",
      );
      return own.some(({ triesFrom }) => triesFrom !== "{}");
    };
    return withDatabase(world, async (db) => {
      await db.run("BEGIN");
      await db.run(`UPDATE user_account SET name = '' WHERE "userId" = ?`, [person.userId]);
      const erasing = erase(person, otp);
      await waitFor("the code is checked", isChecked);
      await meanwhile();
      await db.run("ROLLBACK");
      return erasing;
    });
  }

  test("does not delay other writes of the live world", async () => {
    const [person, other] = [await signIn(live), await signIn(live)];
    const otp = await codeFor(live, person.phoneNumber);
    const answer = await eraseSlowly(person, otp, async () => {
      await other.do(kit.updateProfile, { name: "Usha Rao" });
    });
    expect(answer.data.eraseAccount).toEqual({ erased: true, userErrors: [] });
  });

  test("succeeds for both callers if it is requested twice at the same time", async () => {
    const person = await signIn(live);
    const otp = await codeFor(live, person.phoneNumber);
    let second: ReturnType<typeof erase> | undefined;
    const first = await eraseSlowly(person, otp, async () => {
      second = erase(person, otp);
      await waitFor("the second code is checked", async () => {
        const { login_code: codes } = await readTables(live, ["login_code"]);
        return codes.some(
          ({ phoneNumber, triesFrom }) => phoneNumber === person.phoneNumber && /:2}/.test(String(triesFrom)),
        );
      });
    });
    for (const answer of [first, (await second)!])
      expect(answer.data.eraseAccount).toEqual({ erased: true, userErrors: [] });
    expect((await person.call(kit.me)).data.me).toBeNull();
    const { audit_event: log } = await readTables(live, ["audit_event"]);
    const erasures = log.filter(
      ({ action, subjectId }) => action === "ACCOUNT_ERASED" && subjectId === person.userId,
    );
    expect(erasures).toHaveLength(1);
  });

  test("is refused if its code was used for something else in between", async () => {
    const person = await signIn(live);
    const otp = await codeFor(live, person.phoneNumber);
    const answer = await eraseSlowly(person, otp, async () => {
      await person.do(kit.createAccountExport, { otp });
    });
    expect(errorCodes(getUserErrors(answer))).toEqual(["otp: OTP_INVALID"]);
    expect((await person.call(kit.me)).data.me.userId).toBe(person.userId);
  });
});

async function enter(person: Traveller) {
  const { data } = await person.call(documents.enterTestWorld);
  const { token } = data.enterTestWorld;
  const { me } = (await callGraphql(world, kit.me, { token })).data;
  return { token, user: me };
}

test("only numbers that begin with +9199999 get the code 000000 without a session", async () => {
  const codeOf = async (phoneNumber: string) => {
    await callGraphql(world, kit.requestOtp, { variables: { input: { phoneNumber } } });
    return world.readCode(phoneNumber);
  };
  expect(await codeOf("+919999912345")).toBe("000000");
  expect(await codeOf(`+91987654${Date.now() % 10_000}`.padEnd(13, "0"))).not.toBe("000000");
});

test("testPay, testDecide and testOutage are only in the test world's schema", async () => {
  const names = async (server: RunningServer) => {
    const query = "{ __schema { mutationType { fields { name } } } }";
    type Schema = { __schema: { mutationType: { fields: { name: string }[] } } };
    const { data } = await callGraphql<Schema>(server, query);
    return data.__schema.mutationType.fields.map(({ name }) => name).filter((name) => /^test/.test(name));
  };
  expect(await names(live)).toEqual([]);
  expect((await names(world)).sort()).toEqual(["testDecide", "testOutage", "testPay"]);
  const texts = await Promise.all(
    [live, world].map(async ({ url }) => (await fetch(`${url}/developers/schema.graphql`)).text()),
  );
  expect(texts.map((text) => text.includes("testPay"))).toEqual([false, true]);
});

test("a kill does not lose the test world's data, and its jobs continue after the restart", async () => {
  const by = await apply("M7777777");
  await pay(by, "PAID");
  await live.restart("SIGKILL");
  expect(await payStatus(by)).toBe("PAID");
  await waitAMinute(by);
  await waitFor("it is approved", async () => (await states(by))["M7777777"] === "APPROVED");
});

test("an applicant whose name has no letters is rejected, and the others are approved", async () => {
  const nameless = { firstName: ".", lastName: ".", passportNumber: "M8888888" };
  const by = await applyFor(nameless, { passportNumber: "M8888889" });
  await pay(by, "PAID");
  await waitAMinute(by);
  await waitFor("both are decided", async () => !Object.values(await states(by)).includes("PENDING"));
  expect(await states(by)).toEqual({ M8888888: "REJECTED", M8888889: "APPROVED" });
});
