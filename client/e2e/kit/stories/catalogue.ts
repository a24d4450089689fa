import { wholeCatalogue } from "../../../../server/test/kit/documents/catalogueAdmin.generated";
import { callGraphql } from "../../../../server/test/kit/wire/callApi";
import type { DataOf } from "../../../../server/test/kit/wire/read";
import type { RunningServer } from "../../../../server/test/kit/server/runningServer";

/** What it reads. */
export type Catalogue = DataOf<typeof wholeCatalogue>;

/** The catalogue as a program outside reads it, to hold the pages against. */
export async function readCatalogue(server: RunningServer): Promise<Catalogue> {
  const { data } = await callGraphql(server, wholeCatalogue);
  return data;
}
