import { wholeCatalogue } from "../../../../server/test/kit/documents/catalogueAdmin.generated";
import { callGraphql } from "../../../../server/test/kit/wire/callApi";
import type { DataOf } from "../../../../server/test/kit/wire/read";
import type { RunningServer } from "../../../../server/test/kit/server/runningServer";

/** The catalogue as a program outside reads it, to hold the pages against. */
export async function readCatalogue(server: RunningServer): Promise<DataOf<typeof wholeCatalogue>> {
  const { data } = await callGraphql(server, wholeCatalogue);
  return data;
}
