import "reflect-metadata";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { FastifyRequest } from "fastify";
import { loadSeed } from "../../../seed/load";
import { toPrincipal } from "../../core/principal";
import { SqliteDatabase } from "../../platform/db/sqlite/SqliteDatabase";
import { Parameters } from "../../platform/rest/parameters";
import { SerialisedResponse } from "../../platform/rest/restRoute";
import { catalogueRoutes } from "./catalogue.routes";
import { CatalogueService } from "./catalogue.service";
import { entities } from "../../app/entities";

let folder: string;
let db: SqliteDatabase;
let catalogue: CatalogueService;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "catalogue-routes-"));
  cpSync(join("seed", "countries"), join(folder, "countries"), { recursive: true });
  db = await SqliteDatabase.open(join(folder, "portal.sqlite"), entities);
  catalogue = await CatalogueService.open(db, ({ adultPrice }) => ({
    visaFee: adultPrice,
    serviceFee: 499,
    gst: 0,
    total: adultPrice + 499,
  }));
  await loadSeed(catalogue, join(folder, "countries"));
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

/** Changes the name of a country in its seed file and reloads the seed. */
async function rename(country: string, name: string): Promise<void> {
  const file = join(folder, "countries", `${country}.json`);
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, "utf8")) as object), name }));
  await loadSeed(catalogue, join(folder, "countries"));
}

test("serialises each response once, and again after a change to the catalogue", async () => {
  const routes = catalogueRoutes({ catalogue });
  const { visaCountryId, leadVisa } = catalogue.findCountry("vietnam")!;
  const params = { visaCountryId, countryurl: "vietnam", visa: leadVisa!.visaUrl };
  const request = { method: "GET", params, query: {}, headers: {} } as unknown as FastifyRequest;
  const parameters = await Parameters.of(request);
  const caller = toPrincipal({ address: "127.0.0.1" }, undefined);
  const allVisasResponse = () =>
    routes.map(({ handle }) =>
      handle({
        caller,
        parameters,
        idempotencyKey: undefined,
        raw: { bytes: Buffer.alloc(0), header: () => "" },
      }),
    );

  const before = allVisasResponse() as SerialisedResponse[];
  for (const [at, answer] of allVisasResponse().entries()) expect(answer).toBe(before[at]);

  await rename("vietnam", "Renamed");
  const after = allVisasResponse() as SerialisedResponse[];
  for (const [at, { json }] of after.entries()) {
    const { url } = routes[at]!;
    expect([url, json.includes("Renamed"), before[at]!.json.includes("Renamed")]).toEqual([url, true, false]);
  }
});
