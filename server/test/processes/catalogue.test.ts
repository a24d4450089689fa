import { expect, test } from "@jest/globals";
import pg from "pg";
import * as documents from "../kit/documents";
import { signInStaff } from "../kit/personas/staff";
import { signIn } from "../kit/personas/traveller";
import { poll } from "../kit/poll";
import { atEach, provideProcesses } from "../kit/server/processes";
import { findDatabaseUrl } from "../kit/server/testDatabase.mjs";
import { changeVisa, readVisa } from "../kit/stories/catalogueAdmin";
import { callRest } from "../kit/wire/callApi";

/** The catalogue in each process's memory matches the database. */

const provided = provideProcesses();

const visaUrl = "vietnam-30-days-single-entry";

/**
 * Ends the connections that listen for announcements, as a pooler may. The other processes then notice changes by
 * polling, a second later.
 */
const endAnnouncements = async () => {
  const client = new pg.Client(findDatabaseUrl(provided.servers[0]!.dataDir));
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'visaport announcements' AND datname = current_database()`,
  );
  await client.end();
};

test("after a price change on one process, no process sells at the old price, and soon all show the new one", async () => {
  const staff = atEach(provided.servers, await signInStaff(provided.servers[0]!));
  const travellers = atEach(provided.servers, await signIn(provided.servers[0]!));
  const seconds: number[] = [];
  for (let round = 0; round < 12; round++) {
    const adultPrice = 3_000 + round;
    const editor = staff[round % 3]!;
    const visa = await readVisa(editor, "vietnam", visaUrl);
    if (round % 2) await endAnnouncements();
    const changed = await changeVisa(editor, visa, { adultPrice });
    expect(changed.userErrors).toEqual([]);
    const begun = Date.now();
    // The new price applies immediately, whatever the other processes have in memory.
    const sold = await Promise.all(
      travellers.map((traveller) => traveller.do(documents.createVisaRequest, { visaId: visa.visaId })),
    );
    expect(sold.map(({ pricePerApplicant }) => pricePerApplicant)).toEqual([
      adultPrice,
      adultPrice,
      adultPrice,
    ]);
    await poll(async () => {
      for (const server of provided.servers) {
        const { body } = await callRest(server, "GET", `/api/visa/${visaUrl}`);
        expect(body.data).toMatchObject({ adultPrice });
      }
    });
    seconds.push((Date.now() - begun) / 1000);
    for (const { visaRequestId } of sold)
      await travellers[0]!.do(documents.cancelVisaRequest, { visaRequestId });
  }
  console.info({ slowestSeconds: Math.max(...seconds) });
});
