import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  changeCountry,
  changeVisa,
  readCountry,
  readVisa,
  signInCatalogueAdmins,
} from "../kit/stories/catalogueAdmin";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import { TestServer } from "../kit/server/testServer";
import type { Traveller } from "../kit/personas/traveller";

let server: TestServer;
let ravi: Traveller;
let meera: Traveller;
beforeAll(async () => {
  server = await TestServer.start();
  [ravi, meera] = await signInCatalogueAdmins(server);
});
afterAll(() => server.dispose());

describe("two concurrent edits", () => {
  test("are not both saved: the second is refused with the first editor's name", async () => {
    const visa = await readVisa(ravi, "zambia", (await readCountry(ravi, "zambia")).visas[0].visaUrl);
    const answers = await Promise.all([
      changeVisa(ravi, visa, { adultPrice: 7001 }),
      changeVisa(meera, visa, { adultPrice: 7002 }),
    ]);
    const saved = answers.findIndex(({ country }) => country);
    const refused = answers.filter(({ userErrors }) => userErrors.length > 0);
    expect(refused).toHaveLength(1);
    const winner = [`Ravi`, meera.phoneNumber][saved];
    expect(refused[0]!.userErrors).toEqual([
      {
        field: null,
        code: "CONFLICT",
        message: `This was changed in the meantime by ${winner}. Nothing was saved`,
      },
    ]);
    expect(await readVisa(ravi, "zambia", visa.visaUrl)).toMatchObject({
      adultPrice: [7001, 7002][saved],
      version: visa.version + 1,
    });
    expect((await readCountry(ravi, "zambia")).changes).toHaveLength(1);
  });
});

test.each(["country", "visa"] as const)(
  "an edit that conflicts with the seed's change of a %s does not name the last editor",
  async (kind) => {
    const change = async (by: Traveller, terms: string, adultPrice: number) => {
      const country = await readCountry(by, "georgia");
      return {
        country: () => changeCountry(by, country, { terms: [terms] }),
        visa: () => changeVisa(by, country.visas.at(-1)!, { adultPrice }),
      }[kind];
    };
    expect((await (await change(ravi, "One.", 27_001))()).userErrors).toEqual([]);
    const late = await change(meera, "Two.", 27_002);
    await editDatabase(server, [
      `UPDATE visa_country SET version = version + 1`,
      `UPDATE visa SET version = version + 1`,
    ]);
    expect((await late()).userErrors).toMatchObject([
      { code: "CONFLICT", message: "This was changed in the meantime. Nothing was saved" },
    ]);
  },
);

describe("the change history", () => {
  test("records the editor, the time, and old and new values, but not a save without changes", async () => {
    const kenya = await readCountry(meera, "kenya");
    const visa = kenya.visas[0];
    const from = new Date().toISOString();
    await changeVisa(meera, visa, {
      childPrice: null,
      entry: null,
      visaName: visa.visaName,
      validity: "One year",
    });
    const changed = await changeCountry(ravi, kenya, { terms: kenya.terms.slice(1) });
    const readRows = async () => {
      const { setting, ...rows } = await readTables(server, ["setting", "visa", "visa_country"]);
      // Leaves out the other settings, because a job changes the audit log's head.
      return { ...rows, version: setting.find(({ name }) => name === "catalogue-version")!.value };
    };
    const rows = await readRows();
    const same = await changeCountry(ravi, changed.country, { terms: changed.country.terms, isActive: true });
    expect(same.country).toEqual(changed.country);
    const [first] = changed.country.visas;
    expect((await changeVisa(ravi, first, { validity: first.validity })).country).toEqual(changed.country);
    expect(await readRows()).toEqual(rows);

    const { changes } = await readCountry(ravi, "kenya");
    expect(changes).toEqual([
      expect.objectContaining({
        by: { staffId: ravi.userId, name: "Ravi", phoneNumber: ravi.phoneNumber },
        visaId: null,
        fields: [{ field: "terms", from: kenya.terms, to: kenya.terms.slice(1) }],
      }),
      expect.objectContaining({
        by: expect.objectContaining({ staffId: meera.userId }),
        visaName: visa.visaName,
        fields: [
          { field: "validity", from: [visa.validity], to: ["One year"] },
          { field: "entry", from: [visa.entry], to: [] },
          ...(visa.childPrice === null
            ? []
            : [{ field: "childPrice", from: [String(visa.childPrice)], to: [] }]),
        ],
      }),
    ]);
    for (const { at } of changes) {
      expect(at >= from).toBe(true);
      expect(at <= new Date().toISOString()).toBe(true);
    }
    const { audit_event: all } = await readTables(server, ["audit_event"]);
    const events = all.filter(
      ({ action, subjectId }) =>
        action === "CATALOGUE_CHANGED" && [visa.visaId, kenya.visaCountryId].includes(subjectId),
    );
    expect(events.map(({ actorKind, actorId }) => [actorKind, actorId])).toEqual([
      ["STAFF", meera.userId],
      ["STAFF", ravi.userId],
    ]);
  });

  test("cannot be changed or deleted, even in the database", async () => {
    const oman = await readCountry(meera, "oman");
    await changeVisa(meera, oman.visas[0], { validity: "Two years" });
    const before = await readTables(server, ["catalogue_change"]);
    await expect(editDatabase(server, `UPDATE catalogue_change SET at = '2020-01-01'`)).rejects.toThrow(
      /written once|append-only/,
    );
    await expect(editDatabase(server, "DELETE FROM catalogue_change")).rejects.toThrow(/is kept|append-only/);
    expect(await readTables(server, ["catalogue_change"])).toEqual(before);
  });
});
