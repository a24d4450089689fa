import { join } from "node:path";
import * as documents from "../../testWorld/testWorld.generated";
import { RunningServer } from "../server/runningServer";
import { getUserErrors } from "../wire/outcomes";
import { Traveller } from "./traveller";

/** Returns the test world of a server, as a server with a separate URL and folder. */
export function testWorldOf({ dataDir, url }: RunningServer): RunningServer {
  return new RunningServer(join(dataDir, "test"), `${url}/test`, {});
}

/** Creates a test partner. The owner may be signed in to either world. Returns the partner, its program and its key. */
export async function createTestPartner(owner: Traveller, world: RunningServer, name = "Ravi Tests") {
  const answer = await owner.call(documents.createTestPartner, {
    input: { name, email: "tech@ravi.example" },
  });
  const { partner, secret } = answer.data.createTestPartner;
  if (!partner) throw new Error(JSON.stringify(getUserErrors(answer)));
  const program = new Traveller(world, "", { token: secret, user: { userId: partner.partnerId } });
  return { partner, program, secret };
}
