import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  changeCountry,
  checkRequirements,
  readCountry,
  signInCatalogueAdmins,
  staffCheckRequirements,
  staffDueRequirements,
  type StaffCountry,
} from "../kit/stories/catalogueAdmin";
import { seenRequirements } from "../kit/documents/catalogueAdmin.generated";
import { readTables } from "../kit/data/readTables";
import { runScript } from "../kit/server/runToEnd";
import { TestServer } from "../kit/server/testServer";
import { signIn, type Traveller } from "../kit/personas/traveller";
import { callGraphql } from "../kit/wire/callApi";
import { errorCodes, topLevelErrorCodes } from "../kit/wire/outcomes";

/** Staff edit the requirements of visas, and record that they checked them against their sources. */

let server: TestServer;
let ravi: Traveller;
let meera: Traveller;
beforeAll(async () => {
  server = await TestServer.start();
  [ravi, meera] = await signInCatalogueAdmins(server);
});
afterAll(() => server.dispose());

type Facts = Record<string, unknown>;

/** Returns a country's documents as input, with one of them changed. */
const withChange = (
  { documents }: StaffCountry,
  requirementId: string,
  changes: { documentName?: string; requirement?: Facts },
) =>
  documents.map((document) =>
    document.visaType === "TOURIST" && document.requirement.requirementId === requirementId
      ? { ...document, ...changes, requirement: { ...document.requirement, ...changes.requirement } }
      : document,
  );
const seen = async (visaUrl: string) => {
  const { visa } = (await callGraphql(server, seenRequirements, { variables: { visaUrl } })).data;
  return { requirements: visa.requirements, visaDocuments: visa.country.visaDocuments };
};
const egyptVisa = "egypt-30-days-tourist-visa-single-entry";
const bank = "bank-statement-of-six-months";
const today = () => new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10);

describe("requirements edited by staff", () => {
  test("are shown to travellers, and survive a restart and another import", async () => {
    const egypt = await readCountry(ravi, "egypt");
    const before = await seen(egyptVisa);
    const documentName = "Bank statements of the last three months";
    const requirement = {
      label: "  Bank   statements ",
      categories: ["ADULT"],
      when: { circumstance: "If you travel alone", minStayDays: 5, entry: null, visas: [] },
      isRequired: false,
      isSameForAll: true,
      fileRules: { formats: ["PDF"], maxKilobytes: 500 },
      sourceUrl: "https://visa.example.gov.eg/bank",
      checkedOn: today(),
    };
    const documents = withChange(egypt, bank, { documentName, requirement });
    const { country, userErrors } = await changeCountry(ravi, egypt, { documents });
    expect(userErrors).toEqual([]);
    expect(country.version).toBe(egypt.version + 1);
    const item = country.documents.find((one) => one.requirement.requirementId === bank)!;
    expect(item).toEqual({
      visaType: "TOURIST",
      documentName,
      requirement: {
        ...requirement,
        requirementId: bank,
        kind: "DOCUMENT",
        label: "Bank statements",
        when: {
          ...{ minStayDays: 5, maxStayDays: null, entry: null, isTransit: null, visas: null },
          circumstance: "If you travel alone",
        },
        fileRules: { formats: ["PDF"], maxKilobytes: 500, widthMillimetres: null, heightMillimetres: null },
      },
    });

    const after = await seen(egyptVisa);
    expect(after.requirements.find((one) => one.requirementId === bank)).toEqual({
      requirementId: bank,
      label: "Bank statements",
      help: documentName,
      isRequired: false,
      circumstance: "If you travel alone",
      checkedOn: today(),
    });
    // The other documents and all ids stay the same.
    expect(after.visaDocuments.map((one) => one.visaDocumentId)).toEqual(
      before.visaDocuments.map((one) => one.visaDocumentId),
    );
    expect(
      after.visaDocuments.filter((one, at) => one.documentName !== before.visaDocuments[at]!.documentName),
    ).toEqual([expect.objectContaining({ documentName })]);

    await server.stop();
    expect(await runScript("seed", [], { DATA_DIR: server.dataDir })).toMatchObject({ code: 0 });
    await server.start();
    expect(await readCountry(ravi, "egypt")).toEqual(country);
    expect(await seen(egyptVisa)).toEqual(after);
  });

  test("are in the change history with old and new values, and in the audit log", async () => {
    const oman = await readCountry(ravi, "oman");
    const [first] = oman.documents;
    const { requirementId, label } = first.requirement;
    const documents = withChange(oman, requirementId, { requirement: { label: "Another label" } });
    const { country } = await changeCountry(ravi, oman, { documents });
    const [change] = country.changes;
    expect(change).toMatchObject({ by: { name: "Ravi" }, visaId: null });
    const [{ field, from, to }] = change.fields as [(typeof change.fields)[number]];
    expect([field, from.length, to.length]).toEqual(["documents", documents.length, documents.length]);
    expect(from[0].split("\n")).toEqual(
      expect.arrayContaining([`requirementId: ${requirementId}`, `label: ${label}`]),
    );
    expect(to[0]).toBe(from[0].replace(`label: ${label}`, "label: Another label"));
    // The facts of unchanged requirements are not repeated.
    const rest = oman.documents.slice(1).map((one) => `${one.visaType}\n${one.documentName}`);
    expect([from.slice(1), to.slice(1)]).toEqual([rest, rest]);
    const { audit_event } = await readTables(server, ["audit_event"]);
    expect(
      audit_event.filter(
        ({ action, subjectId }) => action === "CATALOGUE_CHANGED" && subjectId === oman.visaCountryId,
      ),
    ).toEqual([
      expect.objectContaining({ actorId: ravi.userId, details: JSON.stringify({ fields: ["documents"] }) }),
    ]);

    // Saving the same documents again changes nothing.
    const same = await changeCountry(ravi, country, { documents: country.documents });
    expect(same.country).toEqual(country);
  });

  test("can be removed, added and moved", async () => {
    const country = await readCountry(ravi, "kazakhstan");
    const [first, second, ...others] = country.documents;
    const added = {
      visaType: first.visaType,
      documentName: "A letter of the host",
      requirement: {
        requirementId: "letter-of-the-host",
        kind: "QUESTION",
        label: "Host",
        categories: ["ADULT", "CHILD"],
        isRequired: true,
      },
    };
    const order = [...others, second, added];
    const { country: changed, userErrors } = await changeCountry(ravi, country, { documents: order });
    expect(userErrors).toEqual([]);
    expect(changed.documents.map((one) => one.documentName)).toEqual(
      order.map((document) => document.documentName),
    );
    expect(changed.documents.at(-1)!.requirement).toMatchObject({
      when: { circumstance: null },
      fileRules: null,
      checkedOn: null,
    });
    const { visaDocuments } = await seen(changed.visas[0].visaUrl);
    expect(visaDocuments.map((one) => one.documentName)).toEqual(
      changed.documents.map((one) => one.documentName),
    );
  });
});

describe("a change of requirements is refused as a whole for", () => {
  const id = "hotel-voucher";
  const long = "x".repeat(10_000);
  test.each<[string, Facts, string]>([
    ["an id that another requirement has", { requirementId: bank }, "requirementId: INVALID"],
    ["an id that is not a slug", { requirementId: "Hotel Voucher" }, "requirementId: INVALID"],
    ["an empty label", { label: " \n " }, "label: REQUIRED"],
    ["a label of 10,000 characters", { label: long }, "label: TOO_LONG"],
    ["markup in the label", { label: "<b>Hotel</b>" }, "label: INVALID"],
    ["a hidden character in the label", { label: "Hot\u202eel" }, "label: INVALID"],
    ["no category", { categories: [] }, "categories: REQUIRED"],
    ["a visa that does not exist", { when: { visas: [egyptVisa, "yacht"] } }, "when.visas: INVALID"],
    ["a visa of another type", { when: { visas: ["oman-10-days"] } }, "when.visas: INVALID"],
    ["a clause without “If”", { when: { circumstance: "You carry a dog" } }, "when.circumstance: INVALID"],
    ["a long clause", { when: { circumstance: `If ${long}` } }, "when.circumstance: TOO_LONG"],
    ["a stay of 0 days", { when: { minStayDays: 0 } }, "when.minStayDays: INVALID"],
    ["an impossible stay", { when: { minStayDays: 30, maxStayDays: 10 } }, "when.maxStayDays: INVALID"],
    ["file rules for a question", { kind: "QUESTION", fileRules: { maxKilobytes: 5 } }, "fileRules: INVALID"],
    ["a size of 0", { fileRules: { maxKilobytes: 0 } }, "fileRules.maxKilobytes: INVALID"],
    ["a source that is not https", { sourceUrl: "http://visa.example" }, "sourceUrl: INVALID"],
    ["a source that runs a script", { sourceUrl: "javascript:alert(1)" }, "sourceUrl: INVALID"],
    ["a source with a user name", { sourceUrl: "https://a@visa.example" }, "sourceUrl: INVALID"],
    ["a long source", { sourceUrl: `https://visa.example/${long}` }, "sourceUrl: TOO_LONG"],
    ["a check dated in the future", { checkedOn: "2999-01-01" }, "checkedOn: DATE_IN_FUTURE"],
  ])("%s", async (_what, requirement, expected) => {
    const egypt = await readCountry(ravi, "egypt");
    const at = egypt.documents.findIndex((one) => one.requirement.requirementId === id);
    // If two ids are equal, the later one is reported.
    const place = "requirementId" in requirement && requirement.requirementId === bank ? at + 2 : at;
    const { country, userErrors } = await changeCountry(ravi, egypt, {
      isActive: false,
      documents: withChange(egypt, id, { requirement }),
    });
    expect(country).toBeNull();
    expect(errorCodes(userErrors)).toEqual([`documents.${place}.requirement.${expected}`]);
    for (const { message } of userErrors) expect(message.length).toBeLessThan(120);
    expect(await readCountry(ravi, "egypt")).toEqual(egypt);
  });

  test("a text of 10,000 characters, or a blank one", async () => {
    const egypt = await readCountry(ravi, "egypt");
    for (const [documentName, code] of [
      [long, "TOO_LONG"],
      [" ", "REQUIRED"],
    ] as const) {
      const { userErrors } = await changeCountry(ravi, egypt, {
        documents: withChange(egypt, id, { documentName }),
      });
      expect(errorCodes(userErrors)).toEqual([
        expect.stringMatching(`^documents.\\d.documentName: ${code}$`),
      ]);
    }
    expect(await readCountry(ravi, "egypt")).toEqual(egypt);
  });

  test("an outdated version, in an edit and in a check", async () => {
    const zambia = await readCountry(ravi, "zambia");
    const { requirementId } = zambia.documents[0].requirement;
    const edit = (label: string) => ({
      documents: withChange(zambia, requirementId, { requirement: { label } }),
    });
    expect((await changeCountry(ravi, zambia, edit("First"))).userErrors).toEqual([]);
    const conflict = {
      field: null,
      code: "CONFLICT",
      message: "This was changed in the meantime by Ravi. Nothing was saved",
    };
    expect(await changeCountry(meera, zambia, edit("Second"))).toEqual({
      country: null,
      userErrors: [conflict],
    });
    expect(await checkRequirements(meera, zambia)).toEqual({ country: null, userErrors: [conflict] });
    const { documents } = await readCountry(ravi, "zambia");
    expect(documents[0].requirement).toMatchObject({ label: "First", checkedOn: null });
  });
});

describe("requirements that are due for a check", () => {
  const findDue = async (countryUrl: string) =>
    (await ravi.call(staffDueRequirements)).data.staffDueRequirements.find(
      ({ country }) => country.countryUrl === countryUrl,
    );

  test("leave the list when their visa or country is checked, and return after 180 days", async () => {
    const uae = "united-arab-emirates";
    const country = await readCountry(ravi, uae);
    const before = await findDue(uae);
    expect(before!.requirements).toHaveLength(country.documents.length);
    expect(before!.dueVisas).toHaveLength(country.visas.length);

    const { visa, dueCount } = before!.dueVisas[0];
    const checked = await checkRequirements(meera, country, visa.visaId);
    expect(checked.userErrors).toEqual([]);
    const days = checked.country.documents.map(({ requirement }) => requirement.checkedOn);
    expect(days.filter((day) => day === today())).toHaveLength(dueCount);
    expect(days.filter((day) => day === null)).toHaveLength(country.documents.length - dueCount);
    expect(checked.country.changes[0]).toMatchObject({ by: { staffId: meera.userId } });
    const rest = await findDue(uae);
    expect(rest!.requirements).toHaveLength(country.documents.length - dueCount);
    expect(rest!.country.lastChange).toMatchObject({ by: { staffId: meera.userId } });
    expect(rest!.dueVisas.map((one) => one.visa.visaUrl)).not.toContain(visa.visaUrl);

    const all = await checkRequirements(ravi, checked.country);
    expect(await findDue(uae)).toBeUndefined();

    const daysAgo = (days: number) =>
      new Date(Date.now() + 330 * 60_000 - days * 86_400_000).toISOString().slice(0, 10);
    const [first, second] = all.country.documents.map(({ requirement }) => requirement.requirementId);
    const older = withChange(all.country, first!, { requirement: { checkedOn: daysAgo(181) } });
    const documents = withChange({ ...all.country, documents: older as StaffCountry["documents"] }, second!, {
      requirement: { checkedOn: daysAgo(179) },
    });
    await changeCountry(ravi, all.country, { documents });
    expect((await findDue(uae))!.requirements).toEqual([
      expect.objectContaining({
        requirementId: first,
        checkedOn: daysAgo(181),
        sourceUrl: expect.stringMatching(/^https:/),
      }),
    ]);
  });

  test("are visible only to staff, and cannot be checked for another country's visa", async () => {
    const eve = await signIn(server);
    const { visaCountryId, version } = await readCountry(ravi, "kenya");
    const other = (await readCountry(ravi, "oman")).visas[0].visaId;
    const input = { visaCountryId, version };
    expect(topLevelErrorCodes(await eve.call(staffDueRequirements))).toEqual(["FORBIDDEN"]);
    expect(topLevelErrorCodes(await eve.call(staffCheckRequirements, { input }))).toEqual(["FORBIDDEN"]);
    const strange = { input: { ...input, visaId: other } };
    expect(topLevelErrorCodes(await ravi.call(staffCheckRequirements, strange))).toEqual(["NOT_FOUND"]);
  });
});
