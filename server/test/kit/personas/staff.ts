import type { RunningServer } from "../server/runningServer";
import { newPhoneNumber, signIn, type Traveller } from "./traveller";

/** Signs in a staff member with a number from the server's settings, or with a number that the command adds. */
export async function signInStaff(server: RunningServer, phoneNumber?: string): Promise<Traveller> {
  const bySetting = phoneNumber ? undefined : server.takeStaffNumber();
  if (bySetting) return signIn(server, bySetting);
  const added = phoneNumber ?? newPhoneNumber();
  const { code, stderr } = await server.runCommand("staff", "add", added);
  if (code !== 0) throw new Error(`npm run staff ended with ${code}: ${stderr}`);
  return signIn(server, added);
}
