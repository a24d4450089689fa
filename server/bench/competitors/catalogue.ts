import { join } from "node:path";
import { makeDataSource } from "../../platform/db/sqlite/sqliteSource";
import type { Catalogue } from "../../modules/catalogue/catalogue.rules";
import { findSnapshot } from "../../modules/catalogue/catalogue.service";
import { summarisePriceAt } from "../../modules/visaRequest/pricing.rules";
import { fees } from "./newRequest";
import { entities } from "../../app/entities";

/** Loads the catalogue into memory once, as the product does. */
export async function loadCatalogue(dataDir: string): Promise<Catalogue> {
  const source = await makeDataSource(join(dataDir, "portal.sqlite"), entities).initialize();
  const { catalogue } = await findSnapshot(source.manager, summarisePriceAt(fees));
  await source.destroy();
  return catalogue;
}
