import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { TestPartner } from "../kit/personas/partner";
import type { Traveller } from "../kit/personas/traveller";
import { atEach, provideProcesses } from "../kit/server/processes";
import { waitFor } from "../kit/waitFor";
import { topLevelErrorCodes } from "../kit/wire/outcomes";

/** Partner keys with several processes on one database. */

const provided = provideProcesses();

test("no request is refused during a rotation under load, and all processes refuse an ended key immediately", async () => {
  const partner = await TestPartner.create(provided.servers[0]!);
  const { secret, key } = await partner.createKey();
  const present = { secret };
  // Sends ten requests a second without waiting for responses.
  const sent: Promise<string>[] = [];
  const send = async (program: Traveller) =>
    topLevelErrorCodes(await program.call(documents.myVisaRequests))[0] ?? "ok";
  const load = setInterval(() => {
    const programs = atEach(provided.servers, partner.program(present.secret));
    sent.push(send(programs[sent.length % programs.length]!));
  }, 100);
  await pause(1_000);
  const rotated = await partner.rotate(key.partnerKeyId);
  await pause(500);
  present.secret = rotated.secret;
  await pause(1_000);
  clearInterval(load);
  expect(sent.length).toBeGreaterThan(15);
  expect((await Promise.all(sent)).filter((code) => code !== "ok")).toEqual([]);

  for (const [place, ended] of [key, rotated.key].entries()) {
    const programs = atEach(provided.servers, partner.program([secret, rotated.secret][place]!));
    for (const program of programs) expect((await program.call(documents.myVisaRequests)).status).toBe(200);
    await partner.owner.do(documents.endPartnerKey, { partnerKeyId: ended.partnerKeyId });
    for (const program of programs)
      expect(topLevelErrorCodes(await program.call(documents.myVisaRequests))).toEqual(["KEY_ENDED"]);
  }
  const { audit_event } = await readTables(provided.servers[0]!, ["audit_event"]);
  const refused = audit_event.filter(({ action }) => action === "KEY_REFUSED");
  expect(new Set(refused.map(({ subjectId }) => subjectId)).size).toBe(2);
});

test("a partner's changes are counted across all keys and processes", async () => {
  const partner = await TestPartner.create(provided.servers[0]!);
  const secrets = [await partner.createKey(), await partner.createKey(), await partner.createKey()];
  const done = await provided.servers[0]!.runCommand("partners", "limit", partner.partnerId, "write", "30");
  expect(done).toMatchObject({ code: 0 });
  const answers = await Promise.all(
    Array.from({ length: 36 }, (_, call) => {
      const program = atEach(provided.servers, partner.program(secrets[call % 3]!.secret))[call % 3]!;
      const input = { visaRequestId: "0a1b2c3d-0000-4000-8000-000000000000" };
      return program.call(documents.cancelVisaRequest, { input });
    }),
  );
  const codes = answers.flatMap((answer) => topLevelErrorCodes(answer));
  expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(6);
});

test("a partner's daily usage is added up across all processes", async () => {
  const partner = await TestPartner.create(provided.servers[0]!);
  const { secret } = await partner.createKey();
  const programs = atEach(provided.servers, partner.program(secret));
  await Promise.all(
    Array.from({ length: 30 }, (_, call) => programs[call % 3]!.call(documents.myVisaRequests)),
  );
  const readCount = async () => {
    const { partner_usage } = await readTables(provided.servers[0]!, ["partner_usage"]);
    const days = partner_usage.filter(({ partnerId }) => partnerId === partner.partnerId);
    return days.reduce((sum, { operations }) => sum + operations, 0);
  };
  await waitFor("each process has stored its counts", async () => (await readCount()) === 30);
});
