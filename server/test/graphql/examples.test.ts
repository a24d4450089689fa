import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import { addDays, todayInKolkata } from "../../core/day.rules";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { TestPartner } from "../kit/personas/partner";
import { makeDetails, newPhoneNumber, payInSandbox, toConfirmation } from "../kit/personas/traveller";
import { RunningServer } from "../kit/server/runningServer";
import { callGraphql, type TestFile } from "../kit/wire/callApi";
import type { UserError } from "../kit/wire/read";

/** The examples of the API's documentation, which the page of Apollo Sandbox offers. */
const folder = "docs/api/examples";

interface Payload {
  userErrors?: UserError[];
}

interface Page<Node> {
  nodes: Node[];
}

test("the examples work one after the other, from the first price to a paid application, and for a partner", async () => {
  const server = RunningServer.shared();
  const done = new Set<string>();
  /** Returns the data of the example's only field. */
  const run = async <Data extends object>(
    name: string,
    variables: Record<string, unknown> = {},
    token?: string,
    files?: Record<string, TestFile>,
  ): Promise<Data> => {
    done.add(`${name}.graphql`);
    const text = await readFile(`${folder}/${name}.graphql`, "utf8");
    const options = { variables, token, files };
    const { errors, data } = await callGraphql<Record<string, Data & Payload>>(server, text, options);
    expect({ name, errors }).toEqual({ name, errors: undefined });
    const [field] = Object.values(data);
    expect({ name, userErrors: field!.userErrors ?? [] }).toEqual({ name, userErrors: [] });
    return field!;
  };

  const { nodes } = await run<Page<{ visaId: string; visaCountryName: string }>>("visas");
  const { visaId, visaCountryName } = nodes[0]!;
  const countryUrl = visaCountryName.toLowerCase();
  const country = await run<{ visaDocuments: object[] }>("requirements", { countryUrl });
  expect(country.visaDocuments).not.toEqual([]);

  const phoneNumber = newPhoneNumber();
  const { handle } = await run<{ handle: string }>("requestCode", { phoneNumber });
  const otp = await server.readCode(phoneNumber);
  const verified = await run<{ session: { token: string } }>("verifyCode", { phoneNumber, otp, handle });
  const { token } = verified.session;

  const travelDate = addDays(todayInKolkata(new Date()), 30);
  const application = { visaId, travelDate, idempotencyKey: randomUUID() };
  const { visaRequest } = await run<{ visaRequest: { visaRequestId: string } }>(
    "createApplication",
    application,
    token,
  );
  const { visaRequestId } = visaRequest;
  await run("addApplicant", { input: { visaRequestId, ...makeDetails() } }, token, await makeSmallFiles());
  const { order } = await run<{ order: { orderId: string } }>("createOrder", { visaRequestId }, token);
  const proof = toConfirmation(await payInSandbox(server, order.orderId));
  await run("confirmPayment", { input: { visaRequestId, ...proof } }, token);

  const paid = { visaRequestStatus: "SUBMITTED", paymentStatus: "PAID" };
  expect(await run("application", { visaRequestId }, token)).toMatchObject(paid);
  const own = await run<Page<object>>("applications", {}, token);
  expect(own.nodes).toEqual([expect.objectContaining({ visaRequestId, ...paid })]);

  const program = await (await TestPartner.create(server)).programWith();
  const url = "http://127.0.0.1:9999/";
  const made = await run<{ secret: string }>("createEndpoint", { url }, program.token);
  expect(made.secret).toMatch(/^whsec_/);
  expect(await run<Page<object>>("events", {}, program.token)).toMatchObject({ nodes: [] });

  const contact = {
    visaId,
    mobile: newPhoneNumber(),
    externalReference: "A-1",
    idempotencyKey: randomUUID(),
  };
  const prepared = await run<{ visaRequest: { visaRequestId: string } }>(
    "partnerApply",
    contact,
    program.token,
  );
  const listed = await run<Page<object>>("partnerApplications", {}, program.token);
  expect(listed.nodes).toEqual([expect.objectContaining({ externalReference: "A-1" })]);
  const given = { visaRequestId: prepared.visaRequest.visaRequestId, idempotencyKey: randomUUID() };
  expect(await run("createHandover", given, program.token)).toMatchObject({
    handover: { url: expect.any(String) },
  });

  const examples = (await readdir(folder)).filter((file) => file.endsWith(".graphql"));
  expect([...done].sort()).toEqual(examples.sort());
});
