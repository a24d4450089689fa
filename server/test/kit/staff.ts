import type { TestServer } from "./testServer";
import { newPhoneNumber, signIn, type Traveller } from "./traveller";

/** Somebody who was made staff by the command and has signed in. */
export async function signInStaff(server: TestServer, phoneNumber = newPhoneNumber()): Promise<Traveller> {
  const { code, stderr } = await server.runCommand("staff", "add", phoneNumber);
  if (code !== 0) throw new Error(`npm run staff ended with ${code}: ${stderr}`);
  return signIn(server, phoneNumber);
}
