import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ownRequest } from "../../bench/workloads";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { signedInTraveller, type Traveller } from "../kit/personas/traveller";
import { tracing } from "../kit/data/recordStatements";
import { TestServer } from "../kit/server/testServer";
import { addApplicant } from "../kit/stories/applicants";

/** The SQL statements of the most frequent private query. Each is a round trip on PostgreSQL. */

let server: TestServer;
let traveller: Traveller;
beforeAll(async () => {
  server = await TestServer.start(tracing);
  traveller = await signedInTraveller(server).withRequest();
});
afterAll(() => server.dispose());

test("reading an application with its applicants takes three statements", async () => {
  const { visaRequestId } = traveller.request;
  const files = await makeSmallFiles();
  for (const firstName of ["Asha", "Ravi"]) await addApplicant(traveller, files, { firstName });
  const before = server.output.length;
  const { data } = await traveller.call<{ visaRequest: { visaApplicants: { profileSrc: string }[] } }>(
    ownRequest,
    {
      visaRequestId,
    },
  );
  expect(data.visaRequest.visaApplicants).toHaveLength(2);
  await server.untilOutput((output) => output.slice(before).includes("span: none > query visaRequest\n"));
  const lines = server.output.slice(before).split("\n");
  expect(lines.filter((line) => line === "span: query visaRequest > statement")).toHaveLength(2);
  // Ignores the statements of jobs, which look for due rows and chain audit events.
  const statements = lines.filter(
    (line) => line.startsWith("statement: SELECT *") && !/"nextTryAt"|FROM audit_event/.test(line),
  );
  expect(statements.map((line) => /.* FROM (\w+) WHERE/.exec(line)![1])).toEqual([
    "session",
    "visa_request",
    "visa_applicant",
  ]);
});
