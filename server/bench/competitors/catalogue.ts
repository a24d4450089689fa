import { join } from "node:path";
import { makeDataSource } from "../../platform/db/sqlite/sqliteSource";
import { buildCatalogue, type Catalogue } from "../../modules/catalogue/catalogue.rules";
import { findCatalogueRows } from "../../modules/catalogue/catalogue.repository";
import { summarisePriceAt } from "../../modules/visaRequest/pricing.rules";
import { fees } from "./newRequest";
import { entities } from "../../app/entities";

/** Reads the catalogue once into memory, as the product does. */
export async function loadCatalogue(dataDir: string): Promise<Catalogue> {
  const source = await makeDataSource(join(dataDir, "portal.sqlite"), entities).initialize();
  const catalogue = buildCatalogue(await findCatalogueRows(source.manager), summarisePriceAt(fees));
  await source.destroy();
  return catalogue;
}
