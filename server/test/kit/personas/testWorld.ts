import { join } from "node:path";
import * as documents from "../../testWorld/testWorld.generated";
import { RunningServer } from "../server/runningServer";
import { getUserErrors } from "../wire/outcomes";
import { Traveller } from "./traveller";

/** The test world of a server, as a server with its own address and folder. */
export function testWorldOf({ dataDir, url }: RunningServer): RunningServer {
  return new RunningServer(join(dataDir, "test"), `${url}/test`, {});
}

/** Creates a test partner for a person, who calls either world, and returns its program and id. */
export async function createTestPartner(owner: Traveller, world: RunningServer, name = "Ravi Tests") {
  const answer = await owner.call(documents.createTestPartner, {
    input: { name, email: "tech@ravi.example" },
  });
  const { partner, secret } = answer.data.createTestPartner;
  if (!partner) throw new Error(JSON.stringify(getUserErrors(answer)));
  const program = new Traveller(world, "", { token: secret, user: { userId: partner.partnerId } });
  return { partner, program, secret };
}
