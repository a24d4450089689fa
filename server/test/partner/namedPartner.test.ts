import { beforeAll, expect, test } from "@jest/globals";
import { readZip } from "../kit/data/readZip";
import * as documents from "../kit/documents";
import { exportProof } from "../kit/personas/codeFor";
import { TestPartner } from "../kit/personas/partner";
import { signInStaff } from "../kit/personas/staff";
import { signIn, toStory } from "../kit/personas/traveller";
import { RunningServer } from "../kit/server/runningServer";
import { paidRequest } from "../kit/stories/staffConsole";

let server: RunningServer;
let partner: TestPartner;
beforeAll(async () => {
  server = RunningServer.shared();
  partner = await TestPartner.create(server, "Sea Tours");
});

const readCase = `query ($visaRequestId: ID!) {
  staffVisaRequest(visaRequestId: $visaRequestId) {
    visaRequest { preparedBy }
    trail { actor action partnerName staff { staffId } }
  }
}`;
interface ReadCase {
  staffVisaRequest: {
    visaRequest: { preparedBy: string | null };
    trail: { actor: string; action: string; partnerName: string | null; staff: null }[];
  };
}

test("a case names the partner that prepared the application, also for each action of its programs", async () => {
  const program = await toStory(await partner.programWith())
    .withRequest()
    .withApplicant()
    .paid();
  const staff = await signInStaff(server);
  const { visaRequestId } = program.request;
  const { data } = await staff.call<ReadCase>(readCase, { visaRequestId });
  expect(data.staffVisaRequest.visaRequest.preparedBy).toBe("Sea Tours");
  const byPartner = data.staffVisaRequest.trail.filter(({ actor }) => actor === "PARTNER");
  expect(byPartner.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["ORDER_MADE", "APPLICANT_CREATED", "REQUEST_CREATED"]),
  );
  for (const { action, actor, partnerName } of data.staffVisaRequest.trail)
    expect([action, partnerName]).toEqual([action, actor === "PARTNER" ? "Sea Tours" : null]);
});

test("the case of a traveller's own application does not name a partner", async () => {
  const [, visaRequestId] = await paidRequest(server);
  const staff = await signInStaff(server);
  const { staffVisaRequest } = (await staff.call<ReadCase>(readCase, { visaRequestId })).data;
  expect(staffVisaRequest.visaRequest.preparedBy).toBeNull();
  expect(staffVisaRequest.trail.map(({ partnerName }) => partnerName)).toEqual(
    staffVisaRequest.trail.map(() => null),
  );
});

test("the access log that a partner reads names the partner", async () => {
  const program = await toStory(await partner.programWith())
    .withRequest()
    .withApplicant();
  const { visaRequestId } = program.request;
  const { data } = await program.call<{ visaRequest: { accessLog: unknown[] } }>(
    "query ($id: ID!) { visaRequest(visaRequestId: $id) { accessLog { actor partnerName action } } }",
    { id: visaRequestId },
  );
  expect(data.visaRequest.accessLog).toEqual([
    { actor: "YOU", partnerName: "Sea Tours", action: "APPLICANT_CREATED" },
  ]);
});

test("a member's account export lists their partners with the role in each", async () => {
  const developer = await signIn(server);
  const { partnerId } = partner;
  const { phoneNumber } = developer;
  await partner.owner.do(documents.addPartnerMember, { partnerId, phoneNumber, role: "DEVELOPER" });
  const { url } = await developer.do(documents.createAccountExport, await exportProof(developer));
  const response = await fetch(server.url + url);
  const entries = await readZip(Buffer.from(await response.arrayBuffer()));
  const account = JSON.parse(entries.get("account.json")!.toString()) as { partners: unknown };
  expect(account.partners).toEqual([
    { partnerId, name: "Sea Tours", role: "DEVELOPER", addedAt: expect.any(String) },
  ]);
});
