import { wholeCatalogue } from "../../../../server/test/kit/documents/catalogueAdmin.generated";
import { callGraphql } from "../../../../server/test/kit/wire/callApi";
import type { DataOf } from "../../../../server/test/kit/wire/read";
import type { RunningServer } from "../../../../server/test/kit/server/runningServer";

export type Catalogue = DataOf<typeof wholeCatalogue>;

/** Reads the catalogue through the API, to compare the pages with it. */
export async function readCatalogue(server: RunningServer): Promise<Catalogue> {
  const { data } = await callGraphql(server, wholeCatalogue);
  return data;
}
