import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import { addDays, todayInKolkata } from "../../core/day.rules";
import { newPhoneNumber } from "../kit/personas/traveller";
import { RunningServer } from "../kit/server/runningServer";
import { callGraphql } from "../kit/wire/callApi";
import type { UserError } from "../kit/wire/read";

/** The examples of the API's documentation, which the page of Apollo Sandbox offers. */
const folder = "docs/api/examples";

interface Payload {
  userErrors?: UserError[];
}

interface Page<Node> {
  nodes: Node[];
}

test("the examples work one after the other, from the first price to an application", async () => {
  const server = RunningServer.shared();
  const done = new Set<string>();
  /** Returns the data of the example's only field. */
  const run = async <Data extends object>(
    name: string,
    variables: Record<string, unknown> = {},
    token?: string,
  ): Promise<Data> => {
    done.add(`${name}.graphql`);
    const text = await readFile(`${folder}/${name}.graphql`, "utf8");
    const options = { variables, token };
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
  const { session } = await run<{ session: { token: string } }>("verifyCode", { phoneNumber, otp, handle });

  const travelDate = addDays(todayInKolkata(new Date()), 30);
  const application = { visaId, travelDate, idempotencyKey: randomUUID() };
  const { visaRequest } = await run<{ visaRequest: { visaRequestId: string } }>(
    "createApplication",
    application,
    session.token,
  );
  const own = await run<Page<{ visaRequestId: string }>>("applications", {}, session.token);
  expect(own.nodes.map(({ visaRequestId }) => visaRequestId)).toEqual([visaRequest.visaRequestId]);

  expect([...done].sort()).toEqual((await readdir(folder)).sort());
});
