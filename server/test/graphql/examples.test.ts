import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { addDays, todayInKolkata } from "../../core/day.rules";
import { makePhoneJpeg } from "../kit/files/makeImage";
import { ensureCurl } from "../kit/ensureCurl";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { TestPartner } from "../kit/personas/partner";
import { makeDetails, newPhoneNumber, payInSandbox, toConfirmation } from "../kit/personas/traveller";
import { testWorldOf } from "../kit/personas/testWorld";
import type { RunningServer } from "../kit/server/runningServer";
import { findFreePort, TestServer } from "../kit/server/testServer";
import { waitFor } from "../kit/waitFor";
import { callGraphql, type TestFile } from "../kit/wire/callApi";
import type { UserError } from "../kit/wire/read";

/** Runs every example of the API documentation. Apollo Sandbox offers some of them. */
const folder = "docs/api/examples";

interface Payload {
  userErrors?: UserError[];
}

interface Page<Node> {
  nodes: Node[];
}

interface Result<Field> {
  errors?: unknown;
  data: Record<string, Field & Payload>;
}

let server: TestServer;
/** The folder from which the scripts run, with pictures to upload. */
let desk: string;
const done = new Set<string>();
beforeAll(async () => {
  await ensureCurl();
  server = await TestServer.start({ TEST_MODE: "on" });
  desk = await mkdtemp(join(tmpdir(), "visaport-examples-"));
  const picture = await makePhoneJpeg({ width: 200, height: 260 });
  for (const name of ["photo.jpg", "front.jpg", "back.jpg"]) await writeFile(join(desk, name), picture);
});
afterAll(async () => {
  await rm(desk, { recursive: true, force: true });
  await server.dispose();
});

const run = promisify(execFile);

/** Returns the data of the example's only field. */
function toField<Field>(name: string, { errors, data }: Result<Field>): Field {
  expect({ name, errors }).toEqual({ name, errors: undefined });
  const [field] = Object.values(data);
  expect({ name, userErrors: field!.userErrors ?? [] }).toEqual({ name, userErrors: [] });
  return field!;
}

/** Sends an operation of the examples to a world. */
async function send<Field extends object>(
  to: RunningServer,
  name: string,
  variables: Record<string, unknown> = {},
  token?: string,
  files?: Record<string, TestFile>,
): Promise<Field> {
  done.add(`${name}.graphql`);
  const text = await readFile(`${folder}/${name}.graphql`, "utf8");
  return toField(name, await callGraphql<Result<Field>["data"]>(to, text, { variables, token, files }));
}

/** Runs an example script with these environment variables, and returns its output as JSON. */
async function runScript<Output>(name: string, variables: Record<string, string> = {}): Promise<Output> {
  done.add(`${name}.sh`);
  const env = { PATH: process.env["PATH"], SERVER: server.url, ...variables };
  const { stdout, stderr } = await run("sh", ["-eu", resolve(folder, `${name}.sh`)], { cwd: desk, env });
  expect({ name, stderr }).toEqual({ name, stderr: "" });
  return JSON.parse(stdout) as Output;
}

/** Returns the data of the only field that a script asks for. */
const call = async <Field>(name: string, variables: Record<string, string> = {}) =>
  toField(name, await runScript<Result<Field>>(name, variables));

interface Visa {
  visaId: string;
  visaCountryName: string;
}

async function findVisa(): Promise<Visa> {
  return (await send<Page<Visa>>(server, "visas")).nodes[0]!;
}

test("the examples lead a person from the first price to a paid application", async () => {
  expect(await call<object[]>("firstCall")).toHaveLength(3);
  const { visaId, visaCountryName } = await findVisa();
  const countryUrl = visaCountryName.toLowerCase();
  const country = await send<{ visaDocuments: object[] }>(server, "requirements", { countryUrl });
  expect(country.visaDocuments).not.toEqual([]);
  const quote = await send<{ totalPrice: number }>(server, "quote", { visaId, adults: 1 });

  const phoneNumber = newPhoneNumber();
  const { handle } = await send<{ handle: string }>(server, "requestCode", { phoneNumber });
  const otp = await server.readCode(phoneNumber);
  const verified = await send<{ session: { token: string } }>(server, "verifyCode", {
    phoneNumber,
    otp,
    handle,
  });
  const { token } = verified.session;

  const travelDate = addDays(todayInKolkata(new Date()), 30);
  const application = { visaId, travelDate, idempotencyKey: randomUUID() };
  const { visaRequest } = await send<{ visaRequest: { visaRequestId: string } }>(
    server,
    "createApplication",
    application,
    token,
  );
  const { visaRequestId } = visaRequest;
  await send(
    server,
    "addApplicant",
    { input: { visaRequestId, ...makeDetails() } },
    token,
    await makeSmallFiles(),
  );
  const { order } = await send<{ order: { orderId: string; amount: number } }>(
    server,
    "createOrder",
    { visaRequestId },
    token,
  );
  expect(order.amount).toBe(quote.totalPrice * 100);
  const proof = toConfirmation(await payInSandbox(server, order.orderId));
  await send(server, "confirmPayment", { input: { visaRequestId, ...proof } }, token);

  const paid = { visaRequestStatus: "SUBMITTED", paymentStatus: "PAID" };
  expect(await send(server, "application", { visaRequestId }, token)).toMatchObject(paid);
  const own = await send<Page<object>>(server, "applications", {}, token);
  expect(own.nodes).toEqual([expect.objectContaining({ visaRequestId, ...paid })]);
});

test("the examples for a partner prepare an application, hand it over and read events", async () => {
  const { visaId } = await findVisa();
  const program = await (await TestPartner.create(server)).programWith();
  const { token } = program;
  expect(await call<{ totalCount: number }>("withKey", { KEY: token })).toEqual({ totalCount: 0 });
  const url = "http://127.0.0.1:9999/";
  const made = await send<{ secret: string }>(server, "createEndpoint", { url }, token);
  expect(made.secret).toMatch(/^whsec_/);
  expect(await send<Page<object>>(server, "events", {}, token)).toMatchObject({ nodes: [] });

  const contact = {
    visaId,
    mobile: newPhoneNumber(),
    externalReference: "A-1",
    idempotencyKey: randomUUID(),
  };
  const prepared = await send<{ visaRequest: { visaRequestId: string } }>(
    server,
    "partnerApply",
    contact,
    token,
  );
  const listed = await send<Page<object>>(server, "partnerApplications", {}, token);
  expect(listed.nodes).toEqual([expect.objectContaining({ externalReference: "A-1" })]);
  const given = { visaRequestId: prepared.visaRequest.visaRequestId, idempotencyKey: randomUUID() };
  expect(await send(server, "createHandover", given, token)).toMatchObject({
    handover: { url: expect.any(String) },
  });
});

async function findTestVisa(world: RunningServer): Promise<string> {
  const query = `{ visa(visaUrl: "testland-30-days-test-visa") { visaId } }`;
  return (await callGraphql<{ visa: { visaId: string } }>(world, query)).data.visa.visaId;
}

describe("the examples for the test world", () => {
  /** Prepares an application in the test world, and adds an applicant with curl. */
  async function prepare(
    key: string,
    externalReference: string,
  ): Promise<Record<"request" | "applicant", string>> {
    const world = testWorldOf(server);
    const contact = {
      ...{ visaId: await findTestVisa(world), mobile: "+919999912345", externalReference },
      idempotencyKey: randomUUID(),
    };
    const { visaRequest } = await send<{ visaRequest: { visaRequestId: string } }>(
      world,
      "partnerApply",
      contact,
      key,
    );
    const { visaApplicant } = await call<{ visaApplicant: { visaApplicantId: string } }>("addApplicant", {
      ...{ SERVER: world.url, TOKEN: key, VISA_REQUEST_ID: visaRequest.visaRequestId },
    });
    return { request: visaRequest.visaRequestId, applicant: visaApplicant.visaApplicantId };
  }

  test("create a partner, pay, answer corrections of a file and a field, and read the receipt", async () => {
    const world = testWorldOf(server);
    const { secret: key } = await call<{ secret: string }>("testPartner", {
      SERVER: world.url,
      PHONE: "+919999954321",
    });
    const { request: visaRequestId, applicant: visaApplicantId } = await prepare(key, "A-1");
    const { order } = await send<{ order: { orderId: string } }>(
      world,
      "createOrder",
      { visaRequestId },
      key,
    );
    const proof = await runScript<Parameters<typeof toConfirmation>[0]>("checkout", {
      ...{ SERVER: world.url, ORDER_ID: order.orderId },
    });
    await send(world, "confirmPayment", { input: { visaRequestId, ...toConfirmation(proof) } }, key);
    expect(await send(world, "receipt", { visaRequestId }, key)).toMatchObject({
      receipt: { total: 1_499 },
      refundOffer: { amount: 1_499, canWithdraw: true },
      refund: null,
    });

    const ask = async (outcome: string) => {
      await send(world, "testDecide", { visaApplicantId, outcome }, key);
      const asked = await send<{ visaApplicants: { corrections: { correctionId: string }[] }[] }>(
        world,
        "corrections",
        { visaRequestId },
        key,
      );
      return asked.visaApplicants[0]!.corrections[0]!;
    };
    const photo = await ask("NEW_PHOTO");
    expect(photo).toMatchObject({ paper: "PHOTO", field: null });
    const given = { VISA_APPLICANT_ID: visaApplicantId, CORRECTION_ID: photo.correctionId };
    const pending = { visaApplicant: { visaApplicantStatus: "PENDING" } };
    expect(await call("sendPhoto", { SERVER: world.url, KEY: key, ...given })).toMatchObject(pending);
    const { correctionId, ...asked } = await ask("DATE_OF_BIRTH");
    expect(asked).toMatchObject({ paper: null, field: "DATE_OF_BIRTH" });
    const input = { visaApplicantId, fields: [{ correctionId, value: "1990-05-15" }] };
    expect(await send(world, "sendCorrection", { input }, key)).toMatchObject(pending);

    const other = await prepare(key, "A-2");
    expect(await send(world, "testPay", { visaRequestId: other.request }, key)).toMatchObject({
      visaRequest: { paymentStatus: "PAID" },
    });
  });
});

test("one script leads from a new partner to a visa, and a receiver verifies the webhooks", async () => {
  const world = testWorldOf(server);
  for (const name of ["testPartner.sh", "addApplicant.sh", "sendPhoto.sh"])
    await cp(join(folder, name), join(desk, name));
  const port = String(await findFreePort());
  const receiver = spawn(resolve("node_modules/.bin/tsx"), [resolve(folder, "receiveWebhook.ts")], {
    ...{ cwd: desk, stdio: ["ignore", "pipe", "inherit"] },
    env: { PATH: process.env["PATH"], PORT: port },
  });
  done.add("receiveWebhook.ts");
  let received = "";
  receiver.stdout.on("data", (chunk: Buffer) => (received += chunk.toString()));
  try {
    const variables = { PHONE: "+919999954399", WEBHOOK_URL: `http://127.0.0.1:${port}/` };
    expect(await call("tenMinutes", { SERVER: world.url, ...variables })).toMatchObject({
      visaRequestStatus: "APPROVED",
      paymentStatus: "PAID",
    });
    expect((await readFile(join(desk, "visa.pdf"))).toString("latin1", 0, 4)).toBe("%PDF");
    const types = () => [...received.matchAll(/^application\.\w+/gm)].map(([type]) => type).sort();
    await waitFor("the events arrive", async () => types().length >= 3);
    expect(types()).toEqual(["application.action_required", "application.decided", "application.paid"]);
  } finally {
    receiver.kill();
    await once(receiver, "exit");
  }
});

describe("the examples in TypeScript", () => {
  const bin = resolve("node_modules/.bin");
  /** A folder in `node_modules`, so that the examples find its packages. */
  let project: string;
  beforeAll(async () => {
    await mkdir("node_modules/.cache", { recursive: true });
    project = await mkdtemp(resolve("node_modules/.cache/examples-"));
    for (const name of await readdir(folder))
      if (/(?<!generated)\.(graphql|ts)$/.test(name)) await cp(join(folder, name), join(project, name));
  });
  afterAll(() => rm(project, { recursive: true, force: true }));

  /** Runs a program in the project with these environment variables, and returns its output. */
  async function runIn(program: string, args: string[], variables: Record<string, string> = {}) {
    const env = { PATH: process.env["PATH"], ...variables };
    const { stdout } = await run(join(bin, program), args, { cwd: project, env });
    return stdout;
  }

  test("compile with types generated from the server's schema, and hand an application over", async () => {
    const world = testWorldOf(server);
    const { secret: KEY } = await call<{ secret: string }>("testPartner", {
      SERVER: world.url,
      PHONE: "+919999954322",
    });
    const variables = { SERVER: world.url, KEY };
    await runIn("graphql-codegen", ["--config", "codegen.ts"], variables);
    const strict = ["--strict", "--target", "es2023", "--module", "esnext", "--moduleResolution", "bundler"];
    await runIn("tsc", [
      "--noEmit",
      "--ignoreConfig",
      ...strict,
      "--types",
      "node",
      "--skipLibCheck",
      "apply.ts",
    ]);
    const travelDate = addDays(todayInKolkata(new Date()), 30);
    const visaId = await findTestVisa(world);
    const applyFor = (reference: string, key = KEY) => {
      const given = [visaId, travelDate, "+919999912345", reference];
      return runIn("tsx", ["apply.ts", ...given], { ...variables, KEY: key });
    };
    expect(await applyFor("B-1")).toMatch(/\/test\/take\/\S+\n$/);
    await expect(applyFor("B-1")).rejects.toThrow("CONFLICT");
    await expect(applyFor("B-2", `${KEY}x`)).rejects.toThrow("KEY_UNKNOWN");
    for (const name of ["codegen", "call", "apply"]) done.add(`${name}.ts`);
  });
});

test("every example has run", async () => {
  const examples = (await readdir(folder)).filter((file) =>
    /(?<!^verifyWebhook|generated)\.(graphql|sh|ts)$/.test(file),
  );
  expect([...done].sort()).toEqual(examples.sort());
});
