import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { CatalogueHistory } from "./catalogueHistory.logic";

/** Returns the history's conflict and its change by a staff member with this name and number. */
async function readChange(user: { name: string; phoneNumber: string }) {
  const change = {
    catalogueChangeId: 1,
    at: "",
    staffId: "s",
    visaCountryId: "c",
    visaId: null,
    fields: "[]",
  };
  const source = { query: async () => [user], findAndCount: async () => [[change], 1] };
  const history = new CatalogueHistory({ db: { rows: source } } as never);
  const { message } = await history.conflict(source as never, { ...change, version: 2 });
  return { message, by: (await history.toChanges([change], []))[0]!.by };
}

test("a change is attributed to the staff member's number if they have no name", async () => {
  expect(await readChange({ name: "", phoneNumber: "+919800000001" })).toEqual({
    message: "This was changed in the meantime by +919800000001. Nothing was saved",
    by: { staffId: "s", name: "", phoneNumber: "+919800000001" },
  });
});

test("a change by an archived account without a name is not attributed to its placeholder", async () => {
  expect(await readChange({ name: "", phoneNumber: "aside:s" })).toEqual({
    message: "This was changed in the meantime. Nothing was saved",
    by: { staffId: "s", name: "", phoneNumber: "" },
  });
});
